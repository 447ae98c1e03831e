import { type Crl, decodeCrl, findRevoked, MAX_CRL_BYTES } from '../../../protocols/x509/crl.ts';
import { X509FormatError } from '../../../protocols/x509/x509-format-error.ts';
import { isFresh } from '../certificate/freshness.ts';
import { type Member, nameKey } from '../certificate/member.ts';
import { isSignatureOf } from '../certificate/signature-of.ts';
import { fetchStatement, hostOf, type StatementSources } from './fetch-statement.ts';
import { type Outcome, unknown } from './outcome.ts';

/** What there is for all sources. */
const TIMEOUT_MS = 4000;

/** Gets the revocation list at `url`, verifies it, and looks the certificate up in it. */
export async function askList(
  url: string,
  subject: Member,
  issuer: Member,
  sources: StatementSources,
): Promise<Outcome> {
  const teller = `The revocation list of ${hostOf(url)}`;
  const list = await fetchStatement(url, sources, { teller, timeoutMs: TIMEOUT_MS, maxBytes: MAX_CRL_BYTES });
  return list instanceof Uint8Array ? judgeList(list, teller, subject, issuer, sources.now) : list;
}

/** RFC 5280 section 6.3.3, for complete lists that the issuer of the certificate signs itself. */
function judgeList(der: Uint8Array, teller: string, subject: Member, issuer: Member, now: Date): Outcome {
  const invalid = (why: string) => unknown(`${teller} ${why}.`, 'protocol');
  try {
    const crl = decodeCrl(der);
    const flaw = flawOf(crl, subject, issuer, now);
    if (flaw !== null) return invalid(flaw);
    const { thisUpdate, nextUpdate } = crl;
    const entry = findRevoked(crl, subject.x509.serialNumber);
    const said = { source: 'crl', thisUpdate, nextUpdate, teller } as const;
    return { ...said, status: entry === null ? 'good' : 'revoked', revokedAt: entry?.revokedAt ?? null };
  } catch (error) {
    if (error instanceof X509FormatError) return invalid('is no revocation list');
    throw error;
  }
}

/** Why nothing follows from the list; null when something does. */
function flawOf(crl: Crl, subject: Member, issuer: Member, now: Date): string | null {
  const { keyUsage } = issuer.x509.extensions;
  if (nameKey(crl.issuer) !== nameKey(subject.x509.issuer)) return 'is another issuer’s';
  if (keyUsage !== null && !keyUsage.includes('cRLSign')) return 'is signed with a key that may not sign lists';
  if (!isSignatureOf(crl, issuer)) return 'is not signed by the issuer';
  if (!isFresh(crl, now)) return 'is not of this time';
  return crl.scope.unusable ?? gapInScope(crl, subject);
}

/**
 * A large authority divides its certificates between several lists, all validly signed: only the one that says it is
 * published where the certificate points to has a place for this one.
 */
function gapInScope({ scope: { urls, only } }: Crl, { x509 }: Member): string | null {
  const { crlUrls, basicConstraints } = x509.extensions;
  if (urls !== null && !urls.some((url) => crlUrls.includes(url))) return 'is about other certificates';
  const kind = basicConstraints?.isAuthority === true ? 'authorities' : 'users';
  return only === null || only === kind ? null : `is about ${only} only`;
}
