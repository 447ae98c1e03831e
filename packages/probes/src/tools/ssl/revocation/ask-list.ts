import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import { isFresh } from '../../../engines/tls/certificate/freshness.ts';
import { nameKey, type ParsedCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import { isSignatureOf } from '../../../engines/tls/certificate/signature-of.ts';
import { type Crl, decodeCrl, findRevoked, MAX_CRL_BYTES } from '../../../protocols/x509/revocation/crl.ts';
import { decodeStatement, fetchStatement, hostOf, type StatementSources } from './fetch-statement.ts';
import { type RevocationStatus, unknownStatus } from './revocation-status.ts';

/** Milliseconds; the same limit as for all sources together. */
const TIMEOUT_MS = 4000;

/** Fetches and verifies the revocation list at `url`, and looks up the certificate in it. */
export async function askList(
  url: string,
  subject: ParsedCertificate,
  issuer: ParsedCertificate,
  sources: StatementSources,
): Promise<RevocationStatus> {
  const sourceName = `The revocation list of ${hostOf(url)}`;
  const list = await fetchStatement(url, sources, {
    sourceName,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_CRL_BYTES,
    purpose: 'revocation',
  });
  if (!(list instanceof Uint8Array)) return list;
  return decodeStatement(sourceName, sources, () => judgeList(list, sourceName, subject, issuer, sources.now));
}

/** CRL validation (RFC 5280 section 6.3.3) for complete lists signed by the issuer of the certificate. */
function judgeList(
  der: Uint8Array,
  sourceName: string,
  subject: ParsedCertificate,
  issuer: ParsedCertificate,
  now: Date,
): RevocationStatus {
  const invalid = (why: string) => unknownStatus(`${sourceName} ${why}.`, 'protocol');
  try {
    const crl = decodeCrl(der);
    const flaw = flawOf(crl, subject, issuer, now);
    if (flaw !== null) return invalid(flaw);
    const { thisUpdate, nextUpdate } = crl;
    const entry = findRevoked(crl, subject.x509.serialNumber);
    const said = { source: 'crl', thisUpdate, nextUpdate, sourceName } as const;
    return { ...said, status: entry === null ? 'good' : 'revoked', revokedAt: entry?.revokedAt ?? null };
  } catch (error) {
    if (error instanceof X509FormatError) return invalid('is not a revocation list');
    throw error;
  }
}

/** Why the list cannot be used; null if it can. */
function flawOf(crl: Crl, subject: ParsedCertificate, issuer: ParsedCertificate, now: Date): string | null {
  const { keyUsage } = issuer.x509.extensions;
  if (nameKey(crl.issuer) !== nameKey(subject.x509.issuer)) return 'was issued by another authority';
  if (keyUsage !== null && !keyUsage.includes('cRLSign'))
    return 'is signed with a key that must not sign revocation lists';
  if (!isSignatureOf(crl, issuer)) return 'is not signed by the issuer';
  if (!isFresh(crl, now)) return 'is not valid at this time';
  return crl.scope.unusable ?? gapInScope(crl, subject);
}

/**
 * Large authorities partition their certificates between several lists with valid signatures. Only the list whose issuing
 * distribution point matches the certificate covers it.
 */
function gapInScope({ scope: { urls, only } }: Crl, { x509 }: ParsedCertificate): string | null {
  const { crlUrls, basicConstraints } = x509.extensions;
  if (urls !== null && !urls.some((url) => crlUrls.includes(url))) return 'covers other certificates';
  const kind = basicConstraints?.isAuthority === true ? 'authorities' : 'users';
  return only === null || only === kind ? null : `covers ${only} only`;
}
