import type { ParsedCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import { askList } from './ask-list.ts';
import { askResponder } from './ask-responder.ts';
import { type StatementSources, webUrls } from './fetch-statement.ts';
import { type RevocationStatus, type UnknownStatus, unknownStatus } from './revocation-status.ts';

/** Ordinary certificates name one of each; a few name a second list on another host. */
const MAX_RESPONDERS = 1;
const MAX_LISTS = 2;

/** Queries the sources that the certificate names until one knows the status; responders first, since lists are long. */
export async function askSources(
  subject: ParsedCertificate,
  issuer: ParsedCertificate,
  sources: StatementSources,
): Promise<RevocationStatus> {
  const { ocspUrls, crlUrls } = subject.x509.extensions;
  const asks = [
    ...webUrls(ocspUrls)
      .slice(0, MAX_RESPONDERS)
      .map((url) => ({ ask: askResponder, url })),
    ...webUrls(crlUrls)
      .slice(0, MAX_LISTS)
      .map((url) => ({ ask: askList, url })),
  ];
  if (asks.length === 0)
    return unknownStatus('The certificate names neither an OCSP responder nor a revocation list that can be queried.');
  const failures: UnknownStatus[] = [];
  for (const { ask, url } of asks) {
    const outcome = await ask(url, subject, issuer, sources);
    if (outcome.status !== 'unknown') return outcome;
    failures.push(outcome);
  }
  return unknownStatus(failures.map(({ why }) => why).join(' '), failures[0]?.code ?? null);
}

/** Why the sources of a certificate are not queried; null if they are. */
export function reasonNotToAsk({ x509 }: ParsedCertificate, now: Date): UnknownStatus | null {
  // Authorities remove expired certificates from their lists (RFC 5280 section 3.3).
  const isOver = x509.notAfter !== null && x509.notAfter < now;
  return isOver
    ? unknownStatus('The certificate has expired, and authorities no longer report the status of expired certificates.')
    : null;
}
