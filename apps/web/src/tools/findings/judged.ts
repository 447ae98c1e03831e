// In this folder: how judgements of the contract are shown: verdict, findings, explanations.
import type { Reading } from '@sonde/contract';
import type { Finding, FindingState } from '@sonde/contract/finding/finding';
import { bySeverity } from '@sonde/contract/finding/severity';
import { knownWord } from '@sonde/contract/text/known-word';

/** The findings of an answer as parsed; undefined if the server sends none. */
export type FindingsRead = readonly Reading<typeof Finding>[] | undefined;

const states: Readonly<Record<FindingState, FindingState>> = {
  good: 'good',
  note: 'note',
  warn: 'warn',
  bad: 'bad',
  unknown: 'unknown',
};

/** The findings, the most severe first. States known only to newer servers become `unknown`. */
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
