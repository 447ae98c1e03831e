import { ToolError } from '@sonde/contract';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { firebaseKeys } from '../../stores/firebase-keys.ts';
import { ownerOfFirebase, type Person } from '../owner.ts';

export interface FirebaseSettings {
  readonly projectId: string;
  readonly keysUrl: string;
  /** Emulators do not sign tokens: true only if one on this machine was configured. */
  readonly takesUnsigned: boolean;
}

/** The person of an ID token; null for an invalid one. @throws ToolError `source-failed` if the keys are unavailable. */
export type ReadIdToken = (token: string) => Promise<Person | null>;

/** Real tokens have about a thousand characters. */
const LONGEST_TOKEN = 8_192;
const CLOCK_SECONDS = 5;

/** Verifies ID tokens as documented by Firebase: RS256 with one of its keys, for this project, not expired, with a subject. */
export function createReadIdToken({ projectId, keysUrl, takesUnsigned }: FirebaseSettings): ReadIdToken {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  const claims = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    clockTolerance: CLOCK_SECONDS,
  };
  return async (token) => {
    if (token.length > LONGEST_TOKEN) return null;
    const { jwtVerify, UnsecuredJWT } = await import('jose');
    try {
      if (takesUnsigned) return personOf(UnsecuredJWT.decode(token, claims).payload);
      keys ??= firebaseKeys(keysUrl);
      return personOf((await jwtVerify(token, await keys, { ...claims, algorithms: ['RS256'] })).payload);
    } catch (error) {
      if (isTokensFault(error)) return null;
      throw new ToolError('source-failed', 'Sign-ins cannot be checked right now. All tools still work.', {
        cause: error,
      });
    }
  };
}

function personOf({ sub, email, iat, auth_time: authTime }: JWTPayload): Person | null {
  if (sub === undefined || sub === '' || sub.length > 128) return null;
  const nowSeconds = Date.now() / 1000 + CLOCK_SECONDS;
  if (typeof authTime !== 'number' || authTime > nowSeconds || (iat ?? 0) > nowSeconds) return null;
  return { owner: ownerOfFirebase(sub), email: typeof email === 'string' ? email : null };
}

function isTokensFault(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return /^ERR_(?:JWT|JWS)_|^ERR_JOSE_ALG_NOT_ALLOWED$|^ERR_JWKS_NO_MATCHING_KEY$|^ERR_JOSE_NOT_SUPPORTED$/.test(code);
}
