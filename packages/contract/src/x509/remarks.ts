import type { X509 } from './certificate.ts';
import type { DistinguishedName } from './names.ts';
import type { SubjectPublicKey } from './public-key.ts';

/** What a reader should know about a certificate of a file, from the certificates alone. */
export interface Remark {
  readonly state: 'good' | 'warn' | 'bad' | 'note';
  readonly text: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 14;
/** CA/Browser Forum Baseline Requirements section 6.1.5. */
const LEAST_RSA_BITS = 2048;

/**
 * Equal for names that differ only in case and spaces (RFC 5280 section 7.1), since an issuer may encode its name with a
 * different string type than its own certificate does.
 */
function nameKey({ text }: Pick<DistinguishedName, 'text'>): string {
  return text.toLowerCase().replace(/ +/g, ' ');
}

/** Whether the names and the key identifiers fit. Only the signature, which is not verified here, would prove it. */
function fitsAsIssuer(issuer: X509, member: X509): boolean {
  const [wanted, has] = [member.extensions.authorityKeyId, issuer.extensions.subjectKeyId];
  return nameKey(issuer.subject) === nameKey(member.issuer) && (wanted === null || has === null || wanted === has);
}

const isSelfIssued = ({ subject, issuer }: X509): boolean => nameKey(subject) === nameKey(issuer);

const isAuthority = ({ extensions }: X509): boolean => extensions.basicConstraints?.isAuthority === true;

export function periodRemark({ notBefore, notAfter }: X509, now: Date): Remark {
  if (notBefore === null || notAfter === null)
    return { state: 'bad', text: 'Its period of validity is no valid time.' };
  const days = Math.floor(Math.abs(notAfter.getTime() - now.getTime()) / DAY_MS);
  if (now > notAfter) return { state: 'bad', text: `It expired ${inDays(days)} ago.` };
  if (now < notBefore) return { state: 'bad', text: 'It is not valid yet.' };
  return { state: days < SOON_DAYS ? 'warn' : 'good', text: `It is valid, with ${inDays(days)} left.` };
}

const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);

export function keyRemark({ type, bits, curve }: SubjectPublicKey): Remark {
  const size = curve ?? (bits === null ? null : `${bits} bits`);
  const key = size === null ? type : `${type}, ${size}`;
  const isWeak = (type === 'RSA' || type === 'RSA-PSS' || type === 'DSA') && bits !== null && bits < LEAST_RSA_BITS;
  return isWeak
    ? { state: 'bad', text: `The key (${key}) is too short: browsers refuse it.` }
    : { state: 'good', text: `The key: ${key}.` };
}

/** What the certificate may be used for. The first one of a file is usually that of a server. */
export function usageRemark(certificate: X509, isFirst: boolean): Remark {
  const { keyUsage, extendedKeyUsage } = certificate.extensions;
  if (isAuthority(certificate)) {
    const maySign = keyUsage === null || keyUsage.includes('keyCertSign');
    if (!maySign) return { state: 'bad', text: 'It is an authority, but its key usage does not permit it to issue.' };
    return { state: isFirst ? 'note' : 'good', text: 'It is an authority, which issues certificates.' };
  }
  if (!isFirst) return { state: 'bad', text: 'It is not an authority, so it cannot have issued another certificate.' };
  const forServers =
    extendedKeyUsage === null || extendedKeyUsage.some((use) => use === 'serverAuth' || use === 'anyExtendedKeyUsage');
  if (!forServers) return { state: 'warn', text: `It is not for servers, only for ${extendedKeyUsage.join(', ')}.` };
  const isOld = keyUsage !== null && !keyUsage.includes('digitalSignature');
  return isOld
    ? { state: 'warn', text: 'Its key usage does not permit signatures, which TLS 1.3 needs.' }
    : { state: 'good', text: 'It may be used by a server.' };
}

/** How a certificate fits to the one after it; null for the last one of a file that needs none. */
export function chainRemark(certificates: readonly X509[], index: number): Remark | null {
  const certificate = certificates[index];
  if (certificate === undefined) return null;
  const next = certificates[index + 1];
  if (isSelfIssued(certificate)) {
    if (next !== undefined)
      return { state: 'note', text: 'It names itself as its issuer: what follows does not belong to it.' };
    return certificates.length === 1
      ? { state: 'note', text: 'It names itself as its issuer.' }
      : { state: 'note', text: 'It is the root. Servers need not send it: clients know it, or do not trust it.' };
  }
  const elsewhere = certificates.findIndex((other, at) => at !== index && fitsAsIssuer(other, certificate));
  if (next !== undefined && fitsAsIssuer(next, certificate)) {
    return { state: 'good', text: 'The next certificate fits as its issuer, by name and key identifier.' };
  }
  if (elsewhere !== -1) {
    return { state: 'warn', text: `Its issuer is certificate ${elsewhere + 1}, not the next one: the order is wrong.` };
  }
  if (next !== undefined)
    return { state: 'bad', text: 'The next certificate is not its issuer, and none of this file is.' };
  return certificates.length === 1
    ? { state: 'note', text: 'Its issuer is not in this file. Servers have to send it as well.' }
    : { state: 'note', text: 'Its issuer is not in this file, as is usual for the last one before the root.' };
}
