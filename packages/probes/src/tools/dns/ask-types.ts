import type { FailureReason } from '@sonde/contract';
import { startDeadline } from '../../async/deadline.ts';
import { type DnsAnswer, type Net, NetFailure } from '../../net/net.ts';

export type TypeOutcome =
  | { readonly type: number; readonly answer: DnsAnswer; readonly isUnvalidated: boolean }
  | { readonly type: number; readonly failure: NetFailure };

export type AnsweredType = Extract<TypeOutcome, { answer: DnsAnswer }>;
export type FailedType = Extract<TypeOutcome, { failure: NetFailure }>;

/** Ways in which one question may fail while the others go on; any other failure ends the whole lookup. */
const ownFailures: readonly FailureReason[] = [
  'servfail',
  'refused',
  'no_public_dns',
  'timeout',
  'invalid_response',
  'connection_refused',
  'unreachable',
];

/** How long the second questions, without validation, may take: the first answers must not be lost to them. */
const UNVALIDATED_BUDGET_MS = 3000;

/** Asks for every type at once. */
export function askTypes(
  net: Net,
  name: string,
  types: readonly number[],
  signal: AbortSignal,
  checkingDisabled = false,
): Promise<TypeOutcome[]> {
  return Promise.all(
    types.map(async (type): Promise<TypeOutcome> => {
      try {
        const answer = await net.ask({ name, type, checkingDisabled }, signal);
        if (isNothingYet(answer)) return { type, failure: new NetFailure('unreachable', 'truncated, and TCP failed') };
        return { type, answer, isUnvalidated: checkingDisabled };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NetFailure && ownFailures.includes(error.reason)) return { type, failure: error };
        throw error;
      }
    }),
  );
}

/**
 * A validating resolver answers SERVFAIL where signatures do not hold (RFC 4035 section 5.5): the same questions with
 * checking disabled tell that apart from servers that do not answer. One question goes first, so that a zone whose
 * servers are dead costs one question more and not all of them twice.
 */
export async function askUnvalidated(
  net: Net,
  name: string,
  outcomes: readonly TypeOutcome[],
  signal: AbortSignal,
): Promise<TypeOutcome[]> {
  const [first, ...rest] = outcomes.filter((outcome) => isServfail(outcome)).map(({ type }) => type);
  if (first === undefined) return [...outcomes];
  const what = `${name} without validation`;
  const budget = startDeadline({ timeoutMs: UNVALIDATED_BUDGET_MS, what }, [signal]);
  try {
    const pilot = await askTypes(net, name, [first], budget.signal, true);
    if (pilot.some((outcome) => 'failure' in outcome)) return [...outcomes];
    const second = new Map(
      [...pilot, ...(await askTypes(net, name, rest, budget.signal, true))].map((one) => [one.type, one]),
    );
    return outcomes.map((outcome) => second.get(outcome.type) ?? outcome);
  } catch (error) {
    signal.throwIfAborted();
    if (budget.isPast) return [...outcomes];
    throw error;
  } finally {
    budget.end();
  }
}

/** Truncated before the first record, and no TCP: nobody knows what there is. */
function isNothingYet({ isPartial, message }: DnsAnswer): boolean {
  return isPartial && message.answers.length === 0;
}

export function isServfail(outcome: TypeOutcome): boolean {
  return 'failure' in outcome && outcome.failure.reason === 'servfail';
}
