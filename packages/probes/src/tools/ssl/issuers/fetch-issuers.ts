// tools/ssl/issuers/: fetches certificates that a server should send but does not, from the URLs in its certificate.

import type { MissingCertificates } from '@sonde/contract';
import { pemOf } from '../../../engines/tls/certificate/describe.ts';
import type { CertificationPath } from '../../../engines/tls/certificate/find-paths.ts';
import {
  isSelfSigned,
  isSignedBy,
  nameKey,
  type ParsedCertificate,
  parseCertificate,
} from '../../../engines/tls/certificate/parsed-certificate.ts';
import { shortened } from '../../../engines/tls/certificate/reasons.ts';
import { type TrustAnchors, trustAnchorsOf } from '../../../engines/tls/certificate/trust-anchors.ts';
import type { Net } from '../../../net/net.ts';
import {
  decodeStatement,
  fetchStatement,
  hostOf,
  type StatementSources,
  webUrls,
} from '../revocation/fetch-statement.ts';

/** Ordinary paths have one or two intermediate certificates. */
const MAX_FETCHED = 3;
const LIMITS = { timeoutMs: 3000, maxBytes: 65_536, accept: 'application/pkix-cert' };

/** What is needed to reach the servers that publish certificates. */
export type IssuerSources = Omit<StatementSources, 'net'> & { readonly net: Pick<Net, 'fetch' | 'trustAnchors'> };

export interface FetchedIssuers {
  readonly report: MissingCertificates;
  /** In DER; includes a root, which a server need not send. */
  readonly all: readonly Uint8Array[];
}

/**
 * Fetches the issuers missing at the end of a path, one at a time, each from the URL (caIssuers) in the certificate before
 * it, and verifies each signature.
 * @throws the signal's reason
 */
export async function fetchIssuers({ members }: CertificationPath, sources: IssuerSources): Promise<FetchedIssuers> {
  const anchors = trustAnchorsOf(sources.net.trustAnchors());
  const fetched: ParsedCertificate[] = [];
  const all: Uint8Array[] = [];
  let last = members.at(-1);
  let why: string | null = 'The path is longer than what is fetched.';
  while (last !== undefined && fetched.length < MAX_FETCHED) {
    const found = await fetchIssuerOf(last, sources);
    if (typeof found === 'string') {
      why = found;
      break;
    }
    all.push(found.x509.der);
    // A root need not be sent: clients have it, or do not trust it.
    if (!isSelfSigned(found)) fetched.push(found);
    why = endOf(found, anchors);
    if (why === null || isSelfSigned(found)) break;
    last = found;
  }
  return {
    all,
    report: {
      subjects: fetched.map(({ x509 }) => x509.subject.text),
      pem: fetched.length === 0 ? null : pemOf(fetched),
      leadsToRoot: why === null,
      why,
    },
  };
}

/** The issuer, or why it is unknown. */
async function fetchIssuerOf(member: ParsedCertificate, sources: IssuerSources): Promise<ParsedCertificate | string> {
  const [url] = webUrls(member.x509.extensions.issuerUrls);
  if (url === undefined) return `${nameIn(member)} names no URL of its issuer’s certificate.`;
  const sourceName = `The server ${hostOf(url)}, which is said to have the issuer’s certificate,`;
  const body = await fetchStatement(url, sources, { ...LIMITS, sourceName, purpose: 'missing-certificate' });
  if (!(body instanceof Uint8Array)) return body.why;
  const issuer = decodeStatement(sourceName, sources, () => parseCertificate(derIn(body)));
  if (issuer !== null && 'why' in issuer) return issuer.why;
  if (issuer === null) return `${sourceName} sent something that is not a certificate.`;
  const isIssuer = nameKey(issuer.x509.subject) === nameKey(member.x509.issuer) && isSignedBy(member, issuer);
  if (!isIssuer) return `${sourceName} sent another one, ${nameIn(issuer)}.`;
  const { notBefore, notAfter } = issuer.x509;
  const isValid = notBefore !== null && notAfter !== null && notBefore <= sources.now && sources.now <= notAfter;
  return isValid ? issuer : `${sourceName} sent one that is not valid now.`;
}

/** Why the path does not lead to a trusted root; null if it does. */
function endOf(issuer: ParsedCertificate, anchors: TrustAnchors): string | null {
  if (anchors.has(issuer)) return null;
  if (anchors.named(nameKey(issuer.x509.issuer)).some((root) => isSignedBy(issuer, root))) return null;
  return `The path ends at ${nameIn(issuer)}, which no trusted root has signed.`;
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

/** DER, as RFC 5280 requires; some authorities publish PEM. */
function derIn(body: Uint8Array): Uint8Array {
  const [, base64] = PEM.exec(Buffer.from(body).toString('latin1')) ?? [];
  return base64 === undefined ? body : new Uint8Array(Buffer.from(base64, 'base64'));
}

const nameIn = ({ x509 }: ParsedCertificate) => shortened(x509.subject.text);
