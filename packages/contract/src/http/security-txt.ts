// security.txt (RFC 9116): whom to tell about a weakness.
import { trimSpace } from './header-fields.ts';

/** What breaks the RFC. */
export type SecurityTxtProblem =
  | 'no-contact'
  | 'contact-not-a-uri'
  | 'no-expires'
  | 'several-expires'
  | 'expires-not-a-date'
  | 'several-languages'
  | 'url-without-tls'
  | 'line-without-field';

export interface SecurityTxt {
  /** URIs, the preferred first. */
  readonly contacts: readonly string[];
  /** As ISO 8601 in UTC; null if it is absent or cannot be read. */
  readonly expires: string | null;
  /** Where the file says it belongs. */
  readonly canonical: readonly string[];
  readonly policies: readonly string[];
  /** Whether there is an OpenPGP signature around it. It is not verified. */
  readonly isSigned: boolean;
  readonly problems: readonly SecurityTxtProblem[];
}

const MAX_LINES = 1000;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;
const DATE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Reads the file. At most 1,000 lines count; unknown fields are skipped, as the RFC wants. */
export function parseSecurityTxt(text: string): SecurityTxt {
  const isSigned = text.startsWith('-----BEGIN PGP SIGNED MESSAGE-----');
  const problems = new Set<SecurityTxtProblem>();
  const fields = new Map<string, string[]>();
  for (const line of isSigned ? signedLines(text) : linesOf(text)) {
    if (line === '' || line.startsWith('#')) continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (!/^[a-z0-9-]+$/.test(name)) {
      problems.add('line-without-field');
      continue;
    }
    const values = fields.get(name) ?? [];
    values.push(trimSpace(line.slice(colon + 1)));
    fields.set(name, values);
  }
  const of = (name: string): readonly string[] => fields.get(name) ?? [];
  const expires = of('expires').map(isoDate);
  const uris = [...of('contact'), ...of('canonical'), ...of('policy'), ...of('encryption')];
  if (of('contact').length === 0) problems.add('no-contact');
  if (of('contact').some((contact) => !URI.test(contact))) problems.add('contact-not-a-uri');
  if (expires.length === 0) problems.add('no-expires');
  if (expires.length > 1) problems.add('several-expires');
  if (expires.includes(null)) problems.add('expires-not-a-date');
  if (of('preferred-languages').length > 1) problems.add('several-languages');
  if (uris.some((uri) => /^http:/i.test(uri))) problems.add('url-without-tls');
  return {
    contacts: of('contact'),
    expires: expires[0] ?? null,
    canonical: of('canonical'),
    policies: of('policy'),
    isSigned,
    problems: [...problems],
  };
}

const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split('\n', MAX_LINES)
    .map(trimSpace);

/** The text inside a cleartext signature (RFC 9580 section 7): after the blank line, before the signature, without escaping dashes. */
function signedLines(text: string): string[] {
  const lines = linesOf(text);
  const end = lines.indexOf('-----BEGIN PGP SIGNATURE-----');
  return lines
    .slice(lines.indexOf('') + 1, end === -1 ? lines.length : end)
    .map((line) => (line.startsWith('- ') ? line.slice(2) : line));
}

function isoDate(text: string): string | null {
  if (!DATE.test(text)) return null;
  const atMs = Date.parse(text.replace(' ', 'T').toUpperCase());
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}
