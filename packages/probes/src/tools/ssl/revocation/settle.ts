import type { Answer } from '../answer.ts';
import { withRevocation } from '../certificates.ts';
import { checkPath, stapledOutcome } from './check-path.ts';
import type { StatementSources } from './fetch-statement.ts';
import { revocationFacts } from './revocation-facts.ts';

/** Finds out about revocation, where that is wanted, and shows what follows from that. @throws as `checkPath` does */
export async function settleRevocation(
  answer: Answer,
  { revocation: isWanted }: { readonly revocation: boolean },
  sources: Omit<StatementSources, 'now'>,
): Promise<void> {
  const { path, staple } = answer.known.certificates;
  const [leaf] = path?.members ?? [];
  if (path === null || leaf === undefined) return;
  const stapled = stapledOutcome(staple);
  const withoutAsking = stapled === null ? [] : [{ member: leaf, outcome: stapled }];
  const checked = isWanted ? await checkPath(path, staple, { ...sources, now: new Date() }) : withoutAsking;
  answer.known.certificates = withRevocation(answer.known.certificates, revocationFacts(checked));
  answer.show('revocation');
}
