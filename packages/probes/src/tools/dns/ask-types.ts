import type { FailureReason } from '@sonde/contract';
import { startDeadline } from '../../async/deadline.ts';
import { type DnsAnswer, NetFailure, ReplyFailure } from '../../net/net.ts';
import { extendedErrorsOf, type SentError } from '../../protocols/dns-message/edns-options.ts';
import type { Ask } from './asking.ts';

export type TypeResult =
  | { readonly type: number; readonly answer: DnsAnswer; readonly isUnvalidated: boolean }
  | { readonly type: number; readonly failure: NetFailure };

export type AnsweredType = Extract<TypeResult, { answer: DnsAnswer }>;
/** The extended errors in a resolver's answer, or in its refusal, to the question for one type. */
export function saidOf(result: TypeResult): readonly SentError[] {
  if ('answer' in result) return extendedErrorsOf(result.answer.message);
  return result.failure instanceof ReplyFailure ? extendedErrorsOf(result.failure.reply) : [];
}

export type FailedType = Extract<TypeResult, { failure: NetFailure }>;

/** Questions that fail for one of these reasons do not affect the others; any other failure ends the whole lookup. */
const toleratedReasons: readonly FailureReason[] = [
  'servfail',
  'refused',
  'no-public-dns',
  'timeout',
  'invalid-response',
  'connection-refused',
  'unreachable',
  // Only servers named in the query fail for these reasons.
  'referral',
  'reset',
  'too-large',
];

/** For the second round, without validation, which must not delay the answers of the first for long. */
const UNVALIDATED_BUDGET_MS = 3000;

/** Asks for all types concurrently. */
export function askTypes(
  ask: Ask,
  name: string,
  types: readonly number[],
  signal: AbortSignal,
  checkingDisabled = false,
): Promise<TypeResult[]> {
  return Promise.all(
    types.map(async (type): Promise<TypeResult> => {
      try {
        const answer = await ask({ name, type, checkingDisabled }, signal);
        if (hasNoRecords(answer)) return { type, failure: new NetFailure('unreachable', 'truncated, and TCP failed') };
        return { type, answer, isUnvalidated: checkingDisabled };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NetFailure && toleratedReasons.includes(error.reason)) return { type, failure: error };
        throw error;
      }
    }),
  );
}

/**
 * A validating resolver answers SERVFAIL if signatures do not verify (RFC 4035 section 5.5). Repeating the questions with
 * checking disabled distinguishes that from servers that do not answer. One question is sent first, so that a zone with dead
 * servers costs one more question instead of twice as many.
 */
export async function askUnvalidated(
  ask: Ask,
  name: string,
  results: readonly TypeResult[],
  signal: AbortSignal,
): Promise<TypeResult[]> {
  const [first, ...rest] = results.filter((result) => isServfail(result)).map(({ type }) => type);
  if (first === undefined) return [...results];
  const what = `${name} without validation`;
  const budget = startDeadline({ timeoutMs: UNVALIDATED_BUDGET_MS, what }, [signal]);
  try {
    const pilot = await askTypes(ask, name, [first], budget.signal, true);
    if (pilot.some((result) => 'failure' in result)) return [...results];
    const second = new Map(
      [...pilot, ...(await askTypes(ask, name, rest, budget.signal, true))].map((one) => [one.type, one]),
    );
    return results.map((result) => second.get(result.type) ?? result);
  } catch (error) {
    signal.throwIfAborted();
    if (budget.isPast) return [...results];
    throw error;
  } finally {
    budget.end();
  }
}

/** Truncated before the first record, with TCP failed: it is unknown which records exist. */
function hasNoRecords({ isPartial, message }: DnsAnswer): boolean {
  return isPartial && message.answers.length === 0;
}

export function isServfail(result: TypeResult): boolean {
  return 'failure' in result && result.failure.reason === 'servfail';
}
