import type { Reading } from '@sonde/contract';
import type { Finding, FindingState } from '@sonde/contract/finding/finding';
import { concernsTarget, isAtLeast } from '@sonde/contract/finding/severity';
import type { PlacesAnswer } from '@sonde/contract/places/places';
import type { Result } from './print/lookup-result.ts';

/** The documented exit statuses (64 is EX_USAGE of sysexits.h), and the shell's status after Ctrl-C. */
export const EXIT = { answer: 0, failure: 1, gaps: 2, findings: 3, usage: 64, interrupted: 130 } as const;

/** In the list of a command's exit statuses. */
export const WRONG_USAGE = [String(EXIT.usage), 'wrong usage, or an invalid environment variable'] as const;

/** Findings take precedence over gaps: a finding selected by `--fail-on` is certain, a gap is not. */
export function exitStatusOf(result: Result, failOn: FindingState | null): number {
  if (result.kind === 'answer') return answerStatus(result.answer, failOn);
  return result.error.code === 'invalid-input' ? EXIT.usage : EXIT.failure;
}

/** The answer of several places, of this version or another. */
type AnsweredPlaces = Reading<typeof PlacesAnswer>;
type Judged = Parameters<typeof answerStatus>[0];

/**
 * The status of a lookup from several places, the worst of all: a place without an answer is a gap, like a part of an answer
 * that was not measured, and it is a failure if no place has an answer. That the answers differ is a finding.
 */
export function placesStatus({ places, findings }: AnsweredPlaces, failOn: FindingState | null): number {
  const answers = places.flatMap(({ data }) => data ?? []) as readonly Partial<Judged>[];
  if (answers.length === 0) return EXIT.failure;
  const missing = places.filter(({ data }) => data === null);
  const all = [...answers.flatMap((one) => listIn(one.findings)), ...findings] as Judged['findings'];
  return answerStatus({ findings: all, gaps: [...answers.flatMap((one) => listIn(one.gaps)), ...missing] }, failOn);
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The same for a result with an answer. */
export function answerStatus(
  {
    findings,
    gaps,
  }: { readonly findings: readonly Pick<Finding, 'code' | 'state'>[]; readonly gaps: readonly unknown[] },
  failOn: FindingState | null,
): number {
  if (failOn !== null && findings.some((one) => concernsTarget(one) && isAtLeast(one.state, failOn)))
    return EXIT.findings;
  return gaps.length > 0 ? EXIT.gaps : EXIT.answer;
}
