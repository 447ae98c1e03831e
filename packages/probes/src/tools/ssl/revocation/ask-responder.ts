import { createHash } from 'node:crypto';
import { encodeOcspRequest } from '../../../protocols/x509/ocsp-request.ts';
import type { Member } from '../certificate/member.ts';
import { judgeOcsp } from '../certificate/ocsp-verdict.ts';
import { fetchStatement, hostOf, type StatementSources } from './fetch-statement.ts';
import { type Outcome, unknown } from './outcome.ts';

/** Half of what there is for all sources: the list may have to be asked as well. */
const TIMEOUT_MS = 2000;
/** With the chain of a responder some five thousand. */
const MAX_BYTES = 100_000;

/** Asks the responder at `url` about a certificate (RFC 6960), and verifies what it answers. */
export async function askResponder(
  url: string,
  subject: Member,
  issuer: Member,
  sources: StatementSources,
): Promise<Outcome> {
  const teller = `The responder ${hostOf(url)}`;
  const limits = { teller, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, accept: 'application/ocsp-response' };
  const response = await fetchStatement(getUrl(url, requestFor(subject, issuer)), sources, limits);
  if (!(response instanceof Uint8Array)) return response;
  const verdict = judgeOcsp(response, subject, issuer, sources.now);
  if (verdict.status === 'invalid') return unknown(`${teller} sent an answer that ${verdict.why}.`, 'protocol');
  if (verdict.status === 'unknown') return unknown(`${teller} does not know the certificate.`, 'source-failed');
  return { ...verdict, status: verdict.status, source: 'ocsp', teller };
}

function requestFor({ x509 }: Member, issuer: Member): Uint8Array {
  const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest();
  return encodeOcspRequest({
    issuerNameHash: sha1(x509.issuer.der),
    issuerKeyHash: sha1(issuer.x509.publicKey.keyBytes),
    serialNumber: x509.serialNumber,
  });
}

/** RFC 6960 appendix A.1: GET for requests below 255 octets, so that caches may answer. */
function getUrl(url: string, request: Uint8Array): string {
  return `${url.replace(/\/$/, '')}/${encodeURIComponent(Buffer.from(request).toString('base64'))}`;
}
