// In this folder: what the contract judges of an answer, shown: verdict, findings, explanations.
import type { Reading } from '@sonde/contract';
import type { Finding, FindingState } from '@sonde/contract/findings/finding';
import { bySeverity } from '@sonde/contract/findings/severity';
import { knownWord } from '@sonde/contract/text/known-word';

/** The findings of an answer as they are read; undefined from a server that does not judge. */
export type FindingsRead = readonly Reading<typeof Finding>[] | undefined;

const states: Readonly<Record<FindingState, FindingState>> = {
  good: 'good',
  note: 'note',
  warn: 'warn',
  bad: 'bad',
  unknown: 'unknown',
};

/** The findings, the most severe first. A state that only newer servers know is no reason to claim anything. */
export function judged(findings: FindingsRead): readonly Finding[] {
  const known = (findings ?? []).map(({ code, state, about, evidence, fix }) => ({
    code,
    state: knownWord(states, state, 'unknown'),
    about: about ?? '',
    evidence: evidence ?? '',
    fix,
  }));
  return bySeverity(known);
}
