import type { Unjudged } from '../../../finding/unjudged.ts';
import { listed } from '../../../finding/wording.ts';
import { counted } from '../../../text/counted.ts';
import type { dns } from '../contract.ts';
import type { PublicAnswer } from '../data/public-answers.ts';
import type { DnsFinding } from './view.ts';

/** Whether the public resolvers gave the same answer to the same query. */
export function publicAnswerFindings({ domain, types, publicAnswers }: Unjudged<typeof dns>): DnsFinding[] {
  if (publicAnswers === null) return [];
  const about = `${domain} ${types?.[0] ?? ''}`.trim();
  const answered = publicAnswers.filter(({ outcome }) => outcome !== 'failed');
  const failed = publicAnswers.filter(({ outcome }) => outcome === 'failed');
  return [...comparison(about, answered), ...silence(about, failed)];
}

function comparison(about: string, answered: readonly PublicAnswer[]): DnsFinding[] {
  // A single answer cannot be compared.
  if (answered.length < 2) return [];
  const others = answered.filter(({ set }) => set !== 1);
  const [usual] = answered.filter(({ set }) => set === 1);
  const words = usual === undefined ? '' : saidBy(usual);
  if (others.length === 0) {
    const evidence = `${counted(answered.length, 'resolver')} gave the same answer: ${words}.`;
    return [{ code: 'resolvers-agree', state: 'good', about, evidence, fix: null }];
  }
  const differing = listed(others.map((one) => `${one.name} (${saidBy(one)})`));
  const evidence = `${answered.length - others.length} of ${answered.length} resolvers answer: ${words}. Others: ${differing}.`;
  const fix =
    'After a change, wait until the TTL of the old records has passed. If the answers still differ, compare the name servers of the zone with the delegation check.';
  return [{ code: 'resolvers-differ', state: 'note', about, evidence, fix }];
}

function silence(about: string, failed: readonly PublicAnswer[]): DnsFinding[] {
  if (failed.length === 0) return [];
  const evidence = `No usable answer from ${listed(failed.map(({ name, reason }) => `${name} (${reason ?? 'unknown'})`))}.`;
  const fix = 'Check again later: what these resolvers answer is not known.';
  return [{ code: 'resolvers-silent', state: 'unknown', about, evidence, fix }];
}

function saidBy({ outcome, records, ttlSeconds }: PublicAnswer): string {
  if (outcome === 'nxdomain') return 'the name does not exist';
  if (outcome === 'nodata') return 'no such records';
  const time = ttlSeconds === null ? '' : `, TTL ${ttlSeconds} s`;
  return `${listed(records)}${time}`;
}
