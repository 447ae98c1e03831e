// Cache-Control of a response (RFC 9111, RFC 8246, RFC 5861).
import { parseParameter, parseSeconds, splitUnquoted } from './header-fields.ts';

export interface CacheControl {
  readonly noStore: boolean;
  readonly noCache: boolean;
  readonly isPrivate: boolean;
  readonly isPublic: boolean;
  readonly mustRevalidate: boolean;
  readonly immutable: boolean;
  /** Seconds; null if it is absent or cannot be read. */
  readonly maxAge: number | null;
  readonly sMaxAge: number | null;
  readonly staleWhileRevalidate: number | null;
}

/** Reads a field value. Of directives that are written twice the first counts; what cannot be read is ignored. */
export function parseCacheControl(value: string): CacheControl {
  const directives = new Map<string, string | null>();
  for (const piece of splitUnquoted(value, ',')) {
    const directive = parseParameter(piece);
    if (directive !== null && !directives.has(directive.name)) directives.set(directive.name, directive.value);
  }
  const has = (name: string) => directives.has(name);
  const seconds = (name: string) => parseSeconds(directives.get(name) ?? null);
  return {
    noStore: has('no-store'),
    noCache: has('no-cache'),
    isPrivate: has('private'),
    isPublic: has('public'),
    mustRevalidate: has('must-revalidate'),
    immutable: has('immutable'),
    maxAge: seconds('max-age'),
    sMaxAge: seconds('s-maxage'),
    staleWhileRevalidate: seconds('stale-while-revalidate'),
  };
}
