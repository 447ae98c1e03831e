import { extendedErrorName, extendedErrorWords, type LonePublicAnswer, ToolError } from '@sonde/contract';
import { withDeadline } from '../../async/deadline.ts';
import type { PublicResolver } from '../../data/data.ts';
import type { TargetLimits } from '../../limits/target-limits.ts';
import { type DnsReply, type Net, NetFailure, ReplyFailure } from '../../net/net.ts';
import { followAliases } from '../../protocols/dns-message/chain.ts';
import { extendedErrorsOf } from '../../protocols/dns-message/edns-options.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import { typeMnemonic, typeNumber } from '../../protocols/dns-message/record-types.ts';
import { clientsOf } from '../../work/work.ts';

/** Milliseconds for one resolver, including its connection. */
const TIMEOUT_MS = 4500;
const RRSIG = typeNumber('RRSIG');

export interface PublicQuestion {
  readonly name: string;
  readonly type: number;
}

interface Comparison {
  readonly net: Net;
  readonly limits: Pick<TargetLimits, 'serverQuestions'>;
  readonly signal: AbortSignal;
  onAnswer(answer: LonePublicAnswer): void;
}

/**
 * Asks every resolver of the list the same question, which the guard must have allowed. Every resolver has a result in the
 * end, in the order of the list.
 */
export function askPublicResolvers(
  question: PublicQuestion,
  resolvers: readonly PublicResolver[],
  comparison: Comparison,
): Promise<LonePublicAnswer[]> {
  return Promise.all(
    resolvers.map(async (resolver) => {
      const answer = await askOne(question, resolver, comparison);
      comparison.onAnswer(answer);
      return answer;
    }),
  );
}

async function askOne(
  question: PublicQuestion,
  { name, operator, server: target }: PublicResolver,
  { net, limits, signal: caller }: Comparison,
): Promise<LonePublicAnswer> {
  const bracketed = target.host.includes(':') ? `[${target.host}]` : target.host;
  const where = { name, operator, address: `${bracketed}:${target.port}` };
  const startedAtMs = performance.now();
  try {
    return await withDeadline({ timeoutMs: TIMEOUT_MS, what: name }, [caller], async (signal) => {
      const server = await net.openServer({ ...target, isOperators: true }, signal);
      try {
        const decision = await limits.serverQuestions?.take(`dns ${server.address}`, 1, clientsOf(signal));
        if (decision?.isAllowed === false) throw new NetFailure('source-limited', `${name}: asked too much`);
        const answer = await server.ask(question, signal);
        return {
          ...where,
          ...answered(answer, question),
          timeMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
        };
      } finally {
        server.close();
      }
    });
  } catch (error) {
    caller.throwIfAborted();
    if (!(error instanceof NetFailure)) throw error;
    return { ...where, ...unanswered(error), timeMs: null };
  }
}

type Said = Omit<LonePublicAnswer, 'name' | 'operator' | 'address' | 'timeMs'>;

/** A resolver's answer, without what differs between resolvers although the records are the same. */
export function answered({ message, isPartial }: DnsReply, { name, type }: PublicQuestion): Said {
  const { records: chain } = followAliases(message.answers, name, type);
  const records = chain.filter((record) => record.type !== RRSIG);
  // An incomplete set of records cannot be compared.
  if (isPartial)
    return { ...unanswered(new NetFailure('unreachable', 'truncated, and TCP failed')), detail: detailOf(message) };
  const lines = records.map((record) => {
    const value = record.fields.filter((field) => field !== '').join(' ');
    return record.type === type ? value : `${typeMnemonic(record.type)} ${value}`;
  });
  return {
    outcome: records.length > 0 ? 'records' : message.rcode === rcodes.nxDomain ? 'nxdomain' : 'nodata',
    reason: null,
    records: [...new Set(lines)].sort(),
    ttlSeconds: records.length === 0 ? null : Math.min(...records.map(({ ttlSeconds }) => ttlSeconds)),
    authenticated: message.isAuthenticated,
    detail: detailOf(message),
  };
}

/** A resolver without a usable answer; if it replied, the reply may give a reason. */
export function unanswered(error: NetFailure | ToolError): Said {
  const detail =
    error instanceof ReplyFailure ? detailOf(error.reply) : error instanceof ToolError ? error.detail : null;
  return { outcome: 'failed', reason: error.reason, records: [], ttlSeconds: null, authenticated: null, detail };
}

function detailOf(message: DnsMessage): string | null {
  const words = extendedErrorsOf(message).map(({ code, text }) =>
    extendedErrorWords({ code, name: extendedErrorName(code), text }),
  );
  return words.length === 0 ? null : words.slice(0, 3).join('; ');
}
