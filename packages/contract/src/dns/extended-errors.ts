import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** IANA DNS parameters, "Extended DNS Error Codes" (RFC 8914 section 5.2). */
const names: Readonly<Record<number, string>> = {
  0: 'Other Error',
  1: 'Unsupported DNSKEY Algorithm',
  2: 'Unsupported DS Digest Type',
  3: 'Stale Answer',
  4: 'Forged Answer',
  5: 'DNSSEC Indeterminate',
  6: 'DNSSEC Bogus',
  7: 'Signature Expired',
  8: 'Signature Not Yet Valid',
  9: 'DNSKEY Missing',
  10: 'RRSIGs Missing',
  11: 'No Zone Key Bit Set',
  12: 'NSEC Missing',
  13: 'Cached Error',
  14: 'Not Ready',
  15: 'Blocked',
  16: 'Censored',
  17: 'Filtered',
  18: 'Prohibited',
  19: 'Stale NXDOMAIN Answer',
  20: 'Not Authoritative',
  21: 'Not Supported',
  22: 'No Reachable Authority',
  23: 'Network Error',
  24: 'Invalid Data',
  25: 'Signature Expired before Valid',
  26: 'Too Early',
  27: 'Unsupported NSEC3 Iterations Value',
  28: 'Unable to conform to policy',
  29: 'Synthesized',
};

/** INFO-CODEs by which a resolver says that it does not answer what the zone says (RFC 8914 sections 4.5 and 4.16 to 4.18). */
export const aboutFilters: ReadonlySet<number> = new Set([4, 15, 16, 17]);
/** Stale Answer and Stale NXDOMAIN Answer. */
export const aboutStaleness: ReadonlySet<number> = new Set([3, 19]);

/** The registered name of an INFO-CODE; null for one missing from the table. */
export function extendedErrorName(code: number): string | null {
  return names[code] ?? null;
}

/** An extended error as a DNS server sent it in its reply to one question (RFC 8914). */
export const ExtendedError = z.object({
  recordName: isEssential(described(z.string(), 'The record type of the query.', 'A')),
  code: isEssential(described(z.int(), 'INFO-CODE (IANA registry Extended DNS Error Codes).', 7)),
  name: described(
    z.nullable(z.string()),
    'The registered name of the code; null for an unregistered code.',
    'Signature Expired',
  ),
  text: described(
    z.nullable(z.string()),
    'EXTRA-TEXT of the server, which may be hostile; null if only the code was sent, as caches do.',
    'validation failure <example.com. A IN>: signature expired from 192.0.2.53',
  ),
});
export type ExtendedError = z.infer<typeof ExtendedError>;

/** `Signature Expired (7)`, followed by the server's own text if it sent one. */
export function extendedErrorWords({ code, name, text }: Pick<ExtendedError, 'code' | 'name' | 'text'>): string {
  const title = name === null ? `code ${code}` : `${name} (${code})`;
  return text === null ? title : `${title}: ${text}`;
}
