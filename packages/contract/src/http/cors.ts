// Which other sites may read a response (Fetch, section 3.3: CORS).

export interface CorsGrant {
  /** `any`: every site; `asked`: the origin that asked, whatever it is; `other`: an origin that did not ask; `none`: nobody. */
  readonly readers: 'any' | 'asked' | 'null' | 'other' | 'none';
  /** Also what the site shows to a visitor who is signed in. */
  readonly withCredentials: boolean;
}

/**
 * Judges the answer to a request with `Origin: askedBy`. Browsers compare letter by letter, and take `*` for nobody where a
 * request carries cookies.
 */
export function corsGrant(
  allowOrigin: string | null,
  allowCredentials: string | null,
  askedBy: string | null,
): CorsGrant {
  return { readers: readersOf(allowOrigin, askedBy), withCredentials: allowCredentials === 'true' };
}

function readersOf(allowOrigin: string | null, askedBy: string | null): CorsGrant['readers'] {
  if (allowOrigin === null) return 'none';
  if (allowOrigin === '*') return 'any';
  if (allowOrigin === 'null') return 'null';
  return allowOrigin === askedBy ? 'asked' : 'other';
}
