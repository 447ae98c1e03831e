import type { AnswerBuilder } from '../answer/answer.ts';
import { fetchIssuers, type IssuerSources } from './fetch-issuers.ts';

/**
 * Fetches the certificates that are missing from the server's chain, and reports them. No authority is contacted if the query
 * excludes that.
 * @throws the signal's reason
 */
export async function addMissingIssuers(
  answer: AnswerBuilder,
  { revocation: mayAsk }: { readonly revocation: boolean },
  sources: Omit<IssuerSources, 'now'>,
): Promise<void> {
  const { path, fields } = answer.facts.certificates;
  if (!mayAsk || path === null || fields.missingIssuer === null) return;
  answer.facts.missingCertificates = await fetchIssuers(path, { ...sources, now: new Date() });
  answer.report('revocation');
}
