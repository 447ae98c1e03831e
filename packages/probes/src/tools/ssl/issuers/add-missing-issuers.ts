import { isSelfSigned } from '../../../engines/tls/certificate/parsed-certificate.ts';
import type { AnswerBuilder } from '../answer/answer.ts';
import { type JudgedWith, withFetched } from '../answer/certificate-facts.ts';
import { fetchIssuers, type IssuerSources } from './fetch-issuers.ts';

/**
 * Fetches the certificates that are missing from the server's chain, and reports them. No authority is contacted if the query
 * excludes that.
 * @throws the signal's reason
 */
export async function addMissingIssuers(
  answer: AnswerBuilder,
  { revocation: mayAsk }: { readonly revocation: boolean },
  sources: Omit<IssuerSources, 'now' | 'net'> & JudgedWith,
): Promise<void> {
  const { facts } = answer;
  const { path } = facts.certificates;
  const last = path?.members.at(-1);
  if (!mayAsk || path === null || path.isTrusted || last === undefined || isSelfSigned(last)) return;
  const { report, all } = await fetchIssuers(path, { ...sources, now: new Date() });
  facts.missingCertificates = report;
  facts.fetchedIssuers = all;
  facts.certificates = withFetched(facts.certificates, all, facts.target.peerHost, sources);
  answer.report('revocation');
}
