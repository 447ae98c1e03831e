import type { FailureReason } from '@sonde/contract';
import { startDeadline } from '../../async/deadline.ts';
import { type DnsReply, NetFailure, ReplyFailure } from '../../net/net.ts';
import { extendedErrorsOf, type SentError } from '../../protocols/dns-message/edns-options.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import type { Ask } from './asking.ts';

export type TypeResult =
  | { readonly type: number; readonly answer: DnsReply; readonly isUnvalidated: boolean }
  | { readonly type: number; readonly failure: NetFailure };

export type AnsweredType = Extract<TypeResult, { answer: DnsReply }>;
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
  'not-implemented',
  'error-code',
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

const DS = typeNumber('DS');
const RRSIG = typeNumber('RRSIG');

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

/** The answers of both rounds, and whether the resolver refused again what it had given with checking disabled. */
interface Unvalidated {
  readonly results: readonly TypeResult[];
  readonly isRefusedAgain: boolean;
}

/**
 * A validating resolver answers SERVFAIL if signatures do not verify, but also if servers fail (RFC 4035 section 5.5). Repeating
 * the questions with checking disabled distinguishes that from servers that do not answer; asking once more with checking, from
 * a failure that has passed. One question is sent first, so that a zone with dead servers costs one more question instead of
 * twice as many.
 */
export async function askUnvalidated(
  ask: Ask,
  name: string,
  results: readonly TypeResult[],
  signal: AbortSignal,
): Promise<Unvalidated> {
  const [first, ...rest] = results.filter((result) => isServfail(result)).map(({ type }) => type);
  if (first === undefined) return { results, isRefusedAgain: false };
  const what = `${name} without validation`;
  const budget = startDeadline({ timeoutMs: UNVALIDATED_BUDGET_MS, what }, [signal]);
  const again = (types: readonly number[], checkingDisabled: boolean) =>
    askTypes(ask, name, types, budget.signal, checkingDisabled);
  const second = new Map<number, TypeResult>();
  let isRefusedAgain = false;
  const merged = () => ({ results: results.map((result) => second.get(result.type) ?? result), isRefusedAgain });
  const keep = (some: readonly TypeResult[]) => {
    for (const one of some) if ('answer' in one) second.set(one.type, one);
  };
  try {
    const pilot = await again([first], true);
    if (pilot.some((result) => 'failure' in result)) return merged();
    const checked = await again([first], false);
    const hasPassed = checked.some((result) => 'answer' in result);
    if (hasPassed) keep([...checked, ...(await again(rest, false))]);
    else keep(pilot);
    isRefusedAgain = checked.some(isServfail);
    const left = rest.filter((type) => !second.has(type));
    keep(await again(left, true));
    return merged();
  } catch (error) {
    signal.throwIfAborted();
    if (budget.isPast) return merged();
    throw error;
  } finally {
    budget.end();
  }
}

/** INFO-CODEs of RFC 8914 by which a resolver says that validation failed. */
const bogusCodes: ReadonlySet<number> = new Set([6, 7, 8, 9, 10, 11, 12, 25]);

/**
 * Whether a refusal was one of validation: the resolver says so, or the records that it gave with checking disabled belong to a
 * signed zone. What has neither signatures nor a DS record cannot be bogus.
 */
export function isRefusedByValidation(first: readonly TypeResult[], { results, isRefusedAgain }: Unvalidated): boolean {
  const unvalidated = results.filter((one): one is AnsweredType => 'answer' in one && one.isUnvalidated);
  if (!isRefusedAgain || unvalidated.length === 0) return false;
  if (first.some((one) => isServfail(one) && saidOf(one).some(({ code }) => bogusCodes.has(code)))) return true;
  return (
    unvalidated.some(({ answer: { message } }) =>
      [...message.answers, ...message.authorities].some(({ type }) => type === RRSIG),
    ) || results.some((one) => 'answer' in one && one.answer.message.answers.some(({ type }) => type === DS))
  );
}

/** Truncated before the first record, with TCP failed: it is unknown which records exist. */
function hasNoRecords({ isPartial, message }: DnsReply): boolean {
  return isPartial && message.answers.length === 0;
}

export function isServfail(result: TypeResult): boolean {
  return 'failure' in result && result.failure.reason === 'servfail';
}
