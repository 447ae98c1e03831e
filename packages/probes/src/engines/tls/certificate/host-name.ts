import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { parseIpv6 } from '@sonde/contract/targets/ipv6';
import { isRegistrySuffix } from '../../../protocols/public-suffix/registrable-domain.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';
import { type CertificateProblem, shortened } from './reasons.ts';

const SHOWN_NAMES = 5;

/**
 * Whether the certificate is valid for this host (RFC 9525 section 6): only subject alternative names count, never the common name.
 * `host` is a name in lower-case A-labels or a literal address.
 */
export function hostProblems({ x509 }: ParsedCertificate, host: string): CertificateProblem[] {
  const names = x509.extensions.alternativeNames ?? [];
  const address = addressBytes(host);
  const isFor =
    address === null
      ? names.some(({ kind, text }) => kind === 'dns' && matchesName(host, text) && !coversRegistry(host, text))
      : names.some(({ kind, bytes }) => kind === 'ip' && Buffer.compare(bytes, address) === 0);
  if (isFor) return [];
  const common = x509.subject.commonNames.length > 0 ? ', and the common name is ignored' : '';
  const listed = names.slice(0, SHOWN_NAMES).map(({ text }) => shortened(text));
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  const what =
    names.length === 0 ? `It has no subject alternative names${common}.` : `It is for ${listed.join(', ')}${more}.`;
  const tooWide = names.find(({ kind, text }) => kind === 'dns' && address === null && coversRegistry(host, text));
  if (tooWide !== undefined) {
    const suffix = shortened(tooWide.text.slice(2));
    const evidence = `${what} ${suffix} is a public suffix, under which anybody can register names: Chrome accepts no wildcard for it.`;
    return [{ name: 'hostname_mismatch', evidence }];
  }
  return [{ name: 'hostname_mismatch', evidence: `The certificate is not valid for ${shortened(host)}. ${what}` }];
}

/**
 * Whether a DNS name of a certificate matches the host. A wildcard must be the whole first label and matches exactly one
 * label (RFC 9525 section 6.3).
 */
export function matchesName(host: string, pattern: string): boolean {
  const wanted = host.toLowerCase().replace(/\.$/, '');
  const given = pattern.toLowerCase().replace(/\.$/, '');
  if (given === wanted) return true;
  if (!given.startsWith('*.')) return false;
  const base = given.slice(2);
  // `*.com` would match every name of a top-level domain.
  return base.includes('.') && !base.includes('*') && matchesLabel(wanted, base);
}

function matchesLabel(host: string, base: string): boolean {
  const wanted = host.toLowerCase().replace(/\.$/, '');
  const firstDot = wanted.indexOf('.');
  return firstDot > 0 && wanted.slice(firstDot + 1) === base.toLowerCase().replace(/\.$/, '');
}

/** Whether only a wildcard over all names of a registry, such as `*.co.uk`, matches (Baseline Requirements, 3.2.2.6). */
function coversRegistry(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') && matchesLabel(host, pattern.slice(2)) && isRegistry(pattern.slice(2));
}

/** Of the list's two parts, browsers use the one of the registries here, not that of hosting companies. */
function isRegistry(name: string): boolean {
  return isRegistrySuffix(name.toLowerCase().replace(/\.$/, ''));
}

/** The octets of an IP address; null for a name. */
function addressBytes(host: string): Uint8Array | null {
  if (isIpv4(host)) return Uint8Array.from(host.split('.'), Number);
  const groups = parseIpv6(host);
  return groups === null ? null : Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
