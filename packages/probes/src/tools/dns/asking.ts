import { randomBytes } from 'node:crypto';
import { type AskedServer, ToolError } from '@sonde/contract';
import { formatDnsServer, parseDnsServer } from '@sonde/contract/dns/server-target';
import { createSemaphore } from '../../async/semaphore.ts';
import type { TargetLimits } from '../../limits/target-limits.ts';
import {
  type DnsReply,
  type DnsServer,
  type Net,
  NetFailure,
  ReplyFailure,
  type ServerQuestion,
} from '../../net/net.ts';
import { ednsOptionCodes, serverOptionsOf } from '../../protocols/dns-message/edns-options.ts';
import type { DnsMessage, EdnsOption } from '../../protocols/dns-message/message.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { clientsOf } from '../../work/work.ts';

/** Asks one question: of this server's resolvers, or of the server named in the query. */
export type Ask = (question: ServerQuestion, signal: AbortSignal) => Promise<DnsReply>;

/** Where the questions of one lookup are sent. */
export interface Asking {
  readonly ask: Ask;
  /** What the named server has revealed about itself so far; null for this server's resolvers. */
  describe(): AskedServer | null;
  close(): void;
}

/** Concurrent questions to one server, limited because it belongs to others. */
const MAX_IN_FLIGHT = 16;
/** After this many timeouts without any answer, no more questions are sent. */
const MAX_SILENCES = 4;
const CLIENT_COOKIE_OCTETS = 8;
const NS = typeNumber('NS');
const SOA = typeNumber('SOA');

/** The configured resolvers. */
export function resolversOf(net: Net): Asking {
  return { ask: net.ask, describe: () => null, close: () => {} };
}

/**
 * Opens the server named in the query for a number of questions.
 * @throws NetFailure as `Net.openServer`; ToolError `rate-limited` when all visitors together have asked it too often
 */
export async function openAsking(
  net: Net,
  limits: Pick<TargetLimits, 'serverQuestions'>,
  text: string,
  questions: number,
  signal: AbortSignal,
): Promise<Asking> {
  const target = parseDnsServer(text);
  if (target === null) throw new ToolError('invalid-input', 'The server is not valid.', { field: 'server' });
  const server = await net.openServer(target, signal).catch((error: unknown) => {
    throw withoutAddress(error, target.host) ?? error;
  });
  try {
    await takeQuestions(limits, server.address, questions, signal);
  } catch (error) {
    server.close();
    throw error;
  }
  const heard: DnsMessage[] = [];
  return {
    ask: askPolitely(server, heard),
    describe: () => ({ name: formatDnsServer(target), transport: target.transport, ...saidByItself(heard) }),
    close: server.close,
  };
}

/** If the name of the server does not exist, nothing follows about the name that was looked up. */
function withoutAddress(error: unknown, host: string): ToolError | null {
  if (!(error instanceof NetFailure) || (error.reason !== 'nxdomain' && error.reason !== 'no-address')) return null;
  return new ToolError('invalid-input', `The DNS server ${host} has no address.`, { field: 'server', cause: error });
}

/** @throws ToolError `rate-limited`, with the time to retry */
async function takeQuestions(
  { serverQuestions }: Pick<TargetLimits, 'serverQuestions'>,
  address: string,
  questions: number,
  signal: AbortSignal,
): Promise<void> {
  const decision = await serverQuestions?.take(`dns ${address}`, questions, clientsOf(signal));
  signal.throwIfAborted();
  if (decision === undefined || decision.isAllowed) return;
  throw new ToolError('rate-limited', 'This DNS server has received too many queries from Sonde recently.', {
    retryAfterSeconds: decision.retryInMs / 1000,
  });
}

/** Limits the concurrent questions; the first ones carry the options by which servers identify themselves. */
function askPolitely(server: DnsServer, heard: DnsMessage[]): Ask {
  const slots = createSemaphore(MAX_IN_FLIGHT);
  const cookie = randomBytes(CLIENT_COOKIE_OCTETS);
  let silences = 0;
  let isFirst = true;
  return async (question, signal) => {
    const options = optionsFor(question, isFirst, cookie);
    isFirst = false;
    const release = await slots.acquire(signal);
    try {
      if (silences >= MAX_SILENCES && heard.length === 0) {
        throw new NetFailure('timeout', `${server.endpoint}: silent before`);
      }
      const answer = await server.ask({ ...question, options }, signal);
      heard.push(answer.message);
      if (!isReferral(answer.message)) return answer;
      throw new ReplyFailure('referral', `${server.endpoint}: refers to other servers`, answer.message);
    } catch (error) {
      if (error instanceof ReplyFailure && error.reason !== 'referral') heard.push(error.reply);
      if (error instanceof NetFailure && error.reason === 'timeout') silences += 1;
      throw error;
    } finally {
      release();
    }
  };
}

function optionsFor({ type }: ServerQuestion, isFirst: boolean, cookie: Uint8Array): EdnsOption[] {
  const expire = type === SOA ? [{ code: ednsOptionCodes.expire, octets: new Uint8Array() }] : [];
  if (!isFirst) return expire;
  return [
    { code: ednsOptionCodes.nsid, octets: new Uint8Array() },
    { code: ednsOptionCodes.cookie, octets: cookie },
    ...expire,
  ];
}

/** RFC 2308 section 2.2: neither records nor a proof that there are none, only the servers of another zone. */
function isReferral({ rcode, answers, authorities, isAuthoritative }: DnsMessage): boolean {
  const has = (wanted: number) => authorities.some(({ type }) => type === wanted);
  return rcode === 0 && answers.length === 0 && !isAuthoritative && has(NS) && !has(SOA);
}

function saidByItself(heard: readonly DnsMessage[]): Omit<AskedServer, 'name' | 'transport'> {
  const said = heard.map(serverOptionsOf);
  const first = <Value>(values: readonly (Value | null)[]) => values.find((value) => value !== null) ?? null;
  const answers = heard.filter(({ rcode }) => rcode === 0 || rcode === 3);
  const same = (values: readonly boolean[]) => (new Set(values).size === 1 ? (values[0] ?? null) : null);
  return {
    authoritative: same(answers.map(({ isAuthoritative }) => isAuthoritative)),
    recursionAvailable: same(heard.map(({ isRecursionAvailable }) => isRecursionAvailable)),
    nsid: first(said.map(({ nsid }) => nsid)),
    cookie: first(said.map(({ serverCookie }) => serverCookie)),
    expireSeconds: first(said.map(({ expireSeconds }) => expireSeconds)),
  };
}
