import { type DataOf, type FailureReason, type Gap, reasons, ToolError, type Tools } from '@sonde/contract';
import { followAliases } from '../../protocols/dns-message/chain.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import { typeMnemonic, typeNumber } from '../../protocols/dns-message/record-types.ts';
import { findAliasLoop } from './alias-loop.ts';
import {
  type AnsweredType,
  askTypes,
  askUnvalidated,
  type FailedType,
  isRefusedByValidation,
  isServfail,
  type TypeResult,
} from './ask-types.ts';
import type { Ask } from './asking.ts';
import { detailOf, extendedErrorsIn } from './extended-errors.ts';
import { withoutParentNsec } from './parent-side.ts';
import { tablesOf } from './tables.ts';

const CNAME = typeNumber('CNAME');
const DNAME = typeNumber('DNAME');

/** The records of a name, and what was reported about them. */
export interface AskedRecords
  extends Pick<DataOf<Tools['dns']>, 'records' | 'resolver' | 'authenticated' | 'validationFailed' | 'extendedErrors'> {
  readonly answered: readonly AnsweredType[];
  readonly gaps: readonly Gap[];
}

/**
 * Asks for all these types concurrently; each may fail on its own.
 * @throws ToolError `not-found` when the name or its records do not exist, or the code of the failures when no question was
 * answered; NetFailure `special-use` when the guard refuses the name
 */
export async function askRecords(
  ask: Ask,
  domain: string,
  types: readonly number[],
  signal: AbortSignal,
): Promise<AskedRecords> {
  const first = withoutKnownAlias(await askTypes(ask, domain, types, signal));
  await refuseAliasLoop(ask, domain, first, signal);
  const second = await askUnvalidated(ask, domain, first, signal);
  const { results } = second;
  const extendedErrors = extendedErrorsIn([first, results]);
  const answered = results.filter((result): result is AnsweredType => 'answer' in result);
  const failed = results.filter((result): result is FailedType => 'failure' in result);
  const records = answered.map(({ type, answer }) => {
    const chain = followAliases(answer.message.answers, domain, type);
    return { answer, ...chain, records: withoutParentNsec(chain.records) };
  });
  const loop = records.find(({ isLoop }) => isLoop);
  if (loop !== undefined) throw aliasLoop(loop.names);
  const withRecords = records.filter((one) => one.records.length > 0);
  const [resolved] = withRecords;
  if (resolved === undefined) throw nothingFound(answered, failed, detailOf(extendedErrors));
  const isUnvalidated = answered.some((one) => one.isUnvalidated);
  return {
    records: tablesOf(withRecords.flatMap((one) => one.records)),
    resolver: resolved.answer.resolver,
    authenticated: !isUnvalidated && withRecords.every(({ answer }) => answer.message.isAuthenticated),
    validationFailed: isRefusedByValidation(first, second),
    extendedErrors,
    answered,
    gaps: gapsOf(answered, failed),
  };
}

/**
 * Asked for the alias synthesized from a DNAME, Unbound cannot validate it and answers SERVFAIL, although it returns the
 * alias validated with every other type: then nothing is missing.
 */
function withoutKnownAlias(results: readonly TypeResult[]): TypeResult[] {
  const isAlias = (type: number) => type === CNAME || type === DNAME;
  const isKnown = results.some(
    (one) => 'answer' in one && one.answer.message.answers.some(({ type }) => isAlias(type)),
  );
  return results.filter((one) => !(isKnown && isAlias(one.type) && isServfail(one)));
}

/** Most resolvers answer a loop of aliases with SERVFAIL, for every type except CNAME itself. */
async function refuseAliasLoop(ask: Ask, domain: string, results: readonly TypeResult[], signal: AbortSignal) {
  const isAlias = results.some((one) => one.type === CNAME && 'answer' in one && one.answer.message.answers.length > 0);
  if (!isAlias || !results.some(isServfail)) return;
  const loop = await findAliasLoop(ask, domain, signal);
  if (loop !== null) throw aliasLoop(loop);
}

/** `names` in the order followed; if the last one does not repeat another, the chain is merely too long. */
function aliasLoop(names: readonly string[]): ToolError {
  const lower = names.map((name) => name.toLowerCase());
  const isLoop = lower.indexOf(lower.at(-1) ?? '') < names.length - 1;
  const problem = isLoop
    ? `form a loop: ${names.join(' → ')}`
    : `do not end: ${names.length - 1} of them lead on to ${names.at(-1)}`;
  return new ToolError('protocol', `The aliases (CNAME) of this name ${problem}`, { reason: 'cname-loop' });
}

/** The texts are those of the specification; "not found" requires that every question was answered. */
function nothingFound(
  answered: readonly AnsweredType[],
  failed: readonly FailedType[],
  detail: string | undefined,
): ToolError {
  const said = detail === undefined ? {} : { detail };
  const nxdomain = answered.filter(({ answer }) => answer.message.rcode === rcodes.nxDomain);
  const isNxdomain = nxdomain.length > 0 && nxdomain.length === answered.length;
  const [failure] = failed;
  // One NXDOMAIN is about the whole name (RFC 8020), an empty answer only about its own type.
  if (failure === undefined || isNxdomain) {
    return new ToolError('not-found', 'No DNS records found for this domain', {
      reason: isNxdomain ? 'nxdomain' : 'nodata',
      ...said,
    });
  }
  const reason = mostFrequent(failed.map((one) => one.failure.reason)) ?? failure.failure.reason;
  return new ToolError(reasons[reason].code, 'Failed to fetch DNS records. Please try again.', {
    reason,
    ...said,
    cause: failure.failure,
  });
}

function mostFrequent(values: readonly FailureReason[]): FailureReason | undefined {
  const counts = new Map<FailureReason, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function gapsOf(answered: readonly AnsweredType[], failed: readonly FailedType[]): Gap[] {
  const truncated = answered.filter(({ answer }) => answer.isPartial);
  return [
    ...failed.map(({ type, failure }): Gap => ({ part: typeMnemonic(type), code: reasons[failure.reason].code })),
    ...truncated.map(({ type }): Gap => ({ part: typeMnemonic(type), code: 'unreachable' })),
    ...(answered.some(({ isUnvalidated }) => isUnvalidated)
      ? [{ part: 'DNSSEC validation', code: 'protocol' } as const]
      : []),
  ];
}
