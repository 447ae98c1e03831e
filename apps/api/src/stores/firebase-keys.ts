import type { JWTVerifyGetKey } from 'jose';

/** The public keys that sign the ID tokens of every Firebase project. */
export const FIREBASE_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const FETCH_MS = 5_000;
/** Google rotates the keys every few days; for an unknown key id they are fetched at most twice a minute. */
const KEPT_MS = 60 * 60_000;
const REST_MS = 30_000;

/** Looks up keys by id; they are fetched when the first token is verified. */
export async function firebaseKeys(url: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_MS,
    cacheMaxAge: KEPT_MS,
    cooldownDuration: REST_MS,
  });
}
