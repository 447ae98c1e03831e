import { isIpv4 } from '@sonde/contract/target/ipv4';
import { parseIpv6 } from '@sonde/contract/target/ipv6';
import type { Member } from './member.ts';
import { type Problem, shown } from './reasons.ts';

const SHOWN_NAMES = 5;

/**
 * Whether the certificate is for this host (RFC 9525 section 6): subject alternative names only, never the common name.
 * `host` is a name in lower-case A-labels or a literal address.
 */
export function hostProblems({ x509 }: Member, host: string): Problem[] {
  const names = x509.extensions.alternativeNames ?? [];
  const address = addressBytes(host);
  const isFor =
    address === null
      ? names.some(({ kind, text }) => kind === 'dns' && matchesName(host, text))
      : names.some(({ kind, bytes }) => kind === 'ip' && Buffer.compare(bytes, address) === 0);
  if (isFor) return [];
  const common = x509.subject.commonNames.length > 0 ? ', and a common name does not count' : '';
  const listed = names.slice(0, SHOWN_NAMES).map(({ text }) => shown(text));
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  const what = names.length === 0 ? `It has no alternative names${common}.` : `It is for ${listed.join(', ')}${more}.`;
  return [{ name: 'hostname_mismatch', evidence: `The certificate is not for ${shown(host)}. ${what}` }];
}

/** Whether a DNS name of a certificate is for the host. RFC 9525 section 6.3: a wildcard is the whole first label and stands for exactly one. */
export function matchesName(host: string, pattern: string): boolean {
  const wanted = host.toLowerCase().replace(/\.$/, '');
  const given = pattern.toLowerCase().replace(/\.$/, '');
  if (given === wanted) return true;
  if (!given.startsWith('*.')) return false;
  const base = given.slice(2);
  const firstDot = wanted.indexOf('.');
  // `*.com` would be for everybody.
  return base.includes('.') && !base.includes('*') && firstDot > 0 && wanted.slice(firstDot + 1) === base;
}

/** The octets of a literal address; null for a name. */
function addressBytes(host: string): Uint8Array | null {
  if (isIpv4(host)) return Uint8Array.from(host.split('.'), Number);
  const groups = parseIpv6(host);
  return groups === null ? null : Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
