import {
  comparePublicAnswers,
  type DataOf,
  type FailureReason,
  type Gap,
  type LonePublicAnswer,
  type QueryOf,
  reasons,
  ToolError,
  type Tools,
} from '@sonde/contract';
import { NetFailure } from '../../net/net.ts';
import type { Probe, ProbeContext } from '../../probe.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { type Asking, openAsking, resolversOf } from './asking.ts';
import { answered, askPublicResolvers, type PublicQuestion, unanswered } from './public-answers.ts';
import { type AskedRecords, askRecords } from './records.ts';
import { askedTypes } from './tables.ts';

type Query = QueryOf<Tools['dns']>;
type Data = DataOf<Tools['dns']>;
type Context = ProbeContext<NonNullable<Data['publicAnswers']>[number]>;

/** The result of our own resolver, where any failure may stand beside the comparison. */
type Own = AskedRecords | { readonly failure: ToolError | NetFailure };

/**
 * The records of a name: every common type, or those in the query, from the configured resolvers or the server in the query;
 * on request, also the answers of public resolvers.
 * @throws ToolError and NetFailure as `askRecords`, `openAsking` and `Net.openServer`
 */
export const probeDns: Probe<Tools['dns']> = async (query, context) => {
  const { net, limits, signal } = context;
  const types = query.type.length === 0 ? askedTypes : query.type.map(typeNumber);
  const asking =
    query.server === null ? resolversOf(net) : await openAsking(net, limits, query.server, types.length, signal);
  try {
    const [only] = types;
    if (query.everywhere && only !== undefined) return await compared(query, only, asking, context);
    const { answered: _, gaps, ...found } = await askRecords(asking.ask, query.domain, types, signal);
    return { data: dataOf(query, asking, found), gaps };
  } finally {
    asking.close();
  }
};

function dataOf(
  { domain, type }: Query,
  asking: Asking,
  found: Omit<AskedRecords, 'answered' | 'gaps'>,
  publicAnswers: Data['publicAnswers'] = null,
): Data {
  return { domain, types: type.length === 0 ? null : type, ...found, server: asking.describe(), publicAnswers };
}

/** Compares with the answers of public resolvers: a name that our own resolver does not know is then an answer, too. */
async function compared(query: Query, type: number, asking: Asking, context: Context) {
  const { net, limits, signal, data: local } = context;
  if (local.publicResolvers.length === 0) {
    throw new ToolError('source-failed', 'The Sonde server has no list of public resolvers.', { reason: 'no-service' });
  }
  const { domain } = query;
  // Checked once for all: a refusal must not look like resolvers that do not answer.
  net.checkHost(domain);
  const question = { name: domain, type };
  const onAnswer = (answer: LonePublicAnswer) => context.report({ ...answer, set: null });
  const [own, others] = await Promise.all([
    orFailure(askRecords(asking.ask, domain, [type], signal)),
    askPublicResolvers(question, local.publicResolvers, { net, limits, signal, onAnswer }),
  ]);
  const publicAnswers = comparePublicAnswers([ownAnswer(own, question, query.server), ...others]);
  if (!('failure' in own)) {
    const { answered: _, gaps, ...found } = own;
    return { data: dataOf(query, asking, found, publicAnswers), gaps };
  }
  const nothing = { records: [], resolver: null, authenticated: false, validationFailed: false, extendedErrors: [] };
  return { data: dataOf(query, asking, nothing, publicAnswers), gaps: gapsOf(own.failure, query) };
}

async function orFailure(records: Promise<AskedRecords>): Promise<Own> {
  try {
    return await records;
  } catch (error) {
    const isRefused = error instanceof NetFailure && (error.reason === 'special-use' || error.reason === 'denied');
    if (isRefused || !(error instanceof ToolError || error instanceof NetFailure)) throw error;
    return { failure: error };
  }
}

/** The first row of the comparison. */
function ownAnswer(own: Own, question: PublicQuestion, server: string | null): LonePublicAnswer {
  const name = server ?? 'This server';
  if ('failure' in own) {
    const { reason } = own.failure;
    const where = { name, operator: null, address: '', timeMs: null };
    if (!isNothing(reason)) return { ...where, ...unanswered(own.failure) };
    return { ...where, ...unanswered(own.failure), outcome: reason, reason: null };
  }
  const [first] = own.answered;
  const said = first === undefined ? unanswered(new NetFailure('timeout', 'silent')) : answered(first.answer, question);
  return { name, operator: null, address: own.resolver ?? '', ...said, timeMs: null };
}

/** The absence of records is an answer; any other failure means that one is missing. */
function isNothing(reason: FailureReason | null): reason is 'nxdomain' | 'nodata' {
  return reason === 'nxdomain' || reason === 'nodata';
}

function gapsOf({ reason }: ToolError | NetFailure, { type }: Query): Gap[] {
  const [part] = type;
  return isNothing(reason) || part === undefined ? [] : [{ part, code: reasons[reason ?? 'timeout'].code }];
}
