import { createHash } from 'node:crypto';
import { judgeOcsp, type OcspJudgement } from '../../../engines/tls/certificate/ocsp-judgement.ts';
import type { ParsedCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import { encodeOcspRequest } from '../../../protocols/x509/revocation/ocsp-request.ts';
import { decodeStatement, fetchStatement, hostOf, type StatementSources } from './fetch-statement.ts';
import { type RevocationStatus, unknownStatus } from './revocation-status.ts';

/** Half of the time for all sources, since a list may have to be fetched as well. */
const TIMEOUT_MS = 2000;
/** A response that includes the responder's chain takes about five thousand. */
const MAX_BYTES = 100_000;

/** Queries the OCSP responder at `url` (RFC 6960) and verifies its response. */
export async function askResponder(
  url: string,
  subject: ParsedCertificate,
  issuer: ParsedCertificate,
  sources: StatementSources,
): Promise<RevocationStatus> {
  const sourceName = `The responder ${hostOf(url)}`;
  const accept = 'application/ocsp-response';
  const limits = { sourceName, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, accept, purpose: 'revocation' } as const;
  const response = await fetchStatement(getUrl(url, requestFor(subject, issuer)), sources, limits);
  if (!(response instanceof Uint8Array)) return response;
  return decodeStatement(sourceName, sources, () =>
    statusOf(judgeOcsp(response, subject, issuer, sources.now), sourceName),
  );
}

function statusOf(judgement: OcspJudgement, sourceName: string): RevocationStatus {
  if (judgement.status === 'invalid')
    return unknownStatus(`${sourceName} sent a response that ${judgement.why}.`, 'protocol');
  if (judgement.status === 'unknown')
    return unknownStatus(`${sourceName} does not know the certificate.`, 'source-failed');
  return { ...judgement, status: judgement.status, source: 'ocsp', sourceName };
}

function requestFor({ x509 }: ParsedCertificate, issuer: ParsedCertificate): Uint8Array {
  const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest();
  return encodeOcspRequest({
    issuerNameHash: sha1(x509.issuer.der),
    issuerKeyHash: sha1(issuer.x509.publicKey.keyBytes),
    serialNumber: x509.serialNumber,
  });
}

/** Uses GET for requests below 255 octets, so that caches can respond (RFC 6960 appendix A.1). */
function getUrl(url: string, request: Uint8Array): string {
  return `${url.replace(/\/$/, '')}/${encodeURIComponent(Buffer.from(request).toString('base64'))}`;
}
