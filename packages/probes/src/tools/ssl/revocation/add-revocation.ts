import type { AnswerBuilder } from '../answer/answer.ts';
import { withRevocation } from '../answer/certificate-facts.ts';
import { checkPath, stapledStatus } from './check-path.ts';
import type { StatementSources } from './fetch-statement.ts';
import { revocationFacts } from './revocation-facts.ts';

/** Checks revocation, if requested, and reports the result. @throws as `checkPath` does */
export async function addRevocation(
  answer: AnswerBuilder,
  { revocation: isWanted }: { readonly revocation: boolean },
  sources: Omit<StatementSources, 'now'>,
): Promise<void> {
  const { path, staple } = answer.facts.certificates;
  const [leaf] = path?.members ?? [];
  if (path === null || leaf === undefined) return;
  const stapled = stapledStatus(staple);
  const withoutAsking = stapled === null ? [] : [{ member: leaf, status: stapled }];
  const checked = isWanted ? await checkPath(path, staple, { ...sources, now: new Date() }) : withoutAsking;
  answer.facts.certificates = withRevocation(answer.facts.certificates, revocationFacts(checked));
  answer.report('revocation');
}
