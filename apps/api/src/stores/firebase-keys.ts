import type { JWTVerifyGetKey } from 'jose';

/** The public keys that sign the ID tokens of every Firebase project. */
export const FIREBASE_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const FETCH_MS = 5_000;
/** Google changes them every few days; an unknown key is fetched at most twice a minute. */
const KEPT_MS = 60 * 60_000;
const REST_MS = 30_000;

/** Keys by id, fetched when a token first requires one. */
export async function firebaseKeys(url: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_MS,
    cacheMaxAge: KEPT_MS,
    cooldownDuration: REST_MS,
  });
}
