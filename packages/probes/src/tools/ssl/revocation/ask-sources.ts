import type { Member } from '../certificate/member.ts';
import { askList } from './ask-list.ts';
import { askResponder } from './ask-responder.ts';
import { type StatementSources, webUrls } from './fetch-statement.ts';
import { type Outcome, type Unknown, unknown } from './outcome.ts';

/** Honest certificates name one of each; a few name a second list on another host. */
const MAX_RESPONDERS = 1;
const MAX_LISTS = 2;

/** Asks whoever the certificate names, one after the other, until one knows: responders first, since lists are long. */
export async function askSources(subject: Member, issuer: Member, sources: StatementSources): Promise<Outcome> {
  const { ocspUrls, crlUrls } = subject.x509.extensions;
  const asks = [
    ...webUrls(ocspUrls)
      .slice(0, MAX_RESPONDERS)
      .map((url) => ({ ask: askResponder, url })),
    ...webUrls(crlUrls)
      .slice(0, MAX_LISTS)
      .map((url) => ({ ask: askList, url })),
  ];
  if (asks.length === 0) return unknown('The certificate names no responder and no list that could be asked.');
  const failures: Unknown[] = [];
  for (const { ask, url } of asks) {
    const outcome = await ask(url, subject, issuer, sources);
    if (outcome.status !== 'unknown') return outcome;
    failures.push(outcome);
  }
  return unknown(failures.map(({ why }) => why).join(' '), failures[0]?.code ?? null);
}

/** Why nobody is asked about a certificate; null when its sources are. */
export function reasonNotToAsk({ x509 }: Member, now: Date): Unknown | null {
  // Authorities drop certificates from their lists at their end (RFC 5280 section 3.3).
  const isOver = x509.notAfter !== null && x509.notAfter < now;
  return isOver ? unknown('The certificate has expired, and authorities do not tell about those any more.') : null;
}
