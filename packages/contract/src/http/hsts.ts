// Strict-Transport-Security (RFC 6797).
import { parseParameter, parseSeconds, splitUnquoted } from './header-fields.ts';

export interface Hsts {
  /** Seconds; zero makes browsers forget the host. */
  readonly maxAge: number;
  readonly includeSubDomains: boolean;
  /** Not part of the RFC: consent to the list that browsers ship. */
  readonly preload: boolean;
}

/** Reads one field value; null if browsers ignore it: no valid `max-age`, a directive written twice, or broken syntax. */
export function parseHsts(value: string): Hsts | null {
  const directives = new Map<string, string | null>();
  for (const piece of splitUnquoted(value, ';')) {
    const directive = parseParameter(piece);
    if (directive === null || directives.has(directive.name)) return null;
    directives.set(directive.name, directive.value);
  }
  const maxAge = parseSeconds(directives.get('max-age') ?? null);
  if (maxAge === null) return null;
  return { maxAge, includeSubDomains: directives.has('includesubdomains'), preload: directives.has('preload') };
}

/** The list of Chromium takes a host whose header asks for at least this long (hstspreload.org). */
export const PRELOAD_SECONDS = 31_536_000;

/** What the header still lacks for the preload list. */
export function missingForPreload({ maxAge, includeSubDomains, preload }: Hsts): string[] {
  return [
    ...(maxAge < PRELOAD_SECONDS ? ['max-age of at least 31536000'] : []),
    ...(includeSubDomains ? [] : ['includeSubDomains']),
    ...(preload ? [] : ['preload']),
  ];
}
