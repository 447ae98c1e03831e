import type { FailureReason } from '@sonde/contract/failure';
import type { Contender } from '../../async/first-in-turn.ts';
import { extendedErrorsOf } from '../../protocols/dns-message/edns-options.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import { type DnsQuestion, NetFailure, ReplyFailure } from '../net.ts';
import { formatEndpoint } from '../resolver-address.ts';
import type { ResolverAddress } from '../settings.ts';
import { decodeReply, isBareRefusal, isReplyTo } from './dns-reply.ts';
import { encodeQuestion, failureOfRcode } from './query.ts';
import type { ResolverHealth } from './resolver-health.ts';
import type { UdpSockets } from './udp-sockets.ts';

/** State shared by the attempts of all questions. */
export interface Resolvers {
  readonly udp: UdpSockets;
  readonly health: ResolverHealth;
  /**
   * True when the resolver answers that the root of the DNS does not exist: then its answers about other names do not
   * reflect the public DNS either.
   * @throws NetFailure if this could not be determined
   */
  deniesRoot(server: ResolverAddress): Promise<boolean>;
  /** One number per round over the resolvers: how long one may be silent before the next is asked alongside it. */
  readonly headStartsMs: readonly number[];
}

/** A resolver's reply with NOERROR or NXDOMAIN. */
export interface Reply {
  readonly server: ResolverAddress;
  readonly message: DnsMessage;
  /** Whether our query carried an OPT record. */
  readonly hasEdns: boolean;
  /** By `performance.now()`. */
  readonly receivedAtMs: number;
}

/** Why each resolver that has failed so far gave no reply. */
type Failures = Map<ResolverAddress, unknown>;

/** One question to one resolver. */
export interface UdpAttempt {
  readonly question: DnsQuestion;
  readonly server: ResolverAddress;
  readonly hasEdns: boolean;
  /** Called before each datagram is sent. */
  onSent?(): void;
  /** Called when a message arrives, whatever its RCODE. */
  onMessage(): void;
  /** Called when a datagram arrives that matches our question but is malformed. */
  onUnreadable(): void;
}

/** A firewall that drops every query with an OPT record looks like silence: from this round on, it is left out. */
const FIRST_ROUND_WITHOUT_EDNS = 2;

/** If each resolver failed for a different reason, the question fails with the first of these that occurred. */
const tellingFirst: readonly FailureReason[] = [
  ...(['servfail', 'refused', 'not-implemented', 'error-code', 'no-public-dns', 'invalid-response'] as const),
];

/** The RCODEs of a server that does not accept our OPT record. */
const ednsRefusals: readonly number[] = [rcodes.formErr, rcodes.notImp, rcodes.badVers];

/** What happens to the attempts of a question. */
interface AttemptEvents {
  /** The resolvers that are asked last. */
  readonly avoided: readonly string[];
  /** Before a datagram is sent. */
  onSent(): void;
  /** Whenever a head start is over; from then on the question mostly waits. */
  onHeadStartOver(): void;
}

/**
 * The attempts to ask a question: rounds over the resolvers. A resolver that has failed is not asked again, and after a
 * SERVFAIL, which is about the name, only resolvers that have not been asked yet.
 */
export function* attemptsOf(
  question: DnsQuestion,
  resolvers: Resolvers,
  failures: Failures,
  events: AttemptEvents,
): Generator<Contender<Reply>> {
  const servers = inOrder(resolvers.health, events.avoided);
  for (const [round, headStartMs] of resolvers.headStartsMs.entries()) {
    const hasEdns = round < FIRST_ROUND_WITHOUT_EDNS;
    for (const server of servers) {
      if (failures.has(server) || (round > 0 && [...failures.values()].some(isServfail))) continue;
      yield attemptOf({ question, server, hasEdns }, headStartMs, resolvers, failures, events);
    }
  }
}

function inOrder(health: ResolverHealth, avoided: readonly string[]): readonly ResolverAddress[] {
  const servers = health.inOrder();
  if (avoided.length === 0) return servers;
  const isAvoided = (server: ResolverAddress) => avoided.includes(formatEndpoint(server));
  return [...servers.filter((server) => !isAvoided(server)), ...servers.filter(isAvoided)];
}

function attemptOf(
  { question, server, hasEdns }: Pick<UdpAttempt, 'question' | 'server' | 'hasEdns'>,
  headStartMs: number,
  { udp, health, deniesRoot }: Resolvers,
  failures: Failures,
  { onSent, onHeadStartOver }: Omit<AttemptEvents, 'avoided'>,
): Contender<Reply> {
  const askedAtMs = performance.now();
  let wasUnreadable = false;
  const onMessage = () => health.noteReply(server);
  const onUnreadable = () => {
    wasUnreadable = true;
  };
  return {
    headStartMs,
    start: async (signal) => {
      try {
        const reply = await askByUdp(udp, { question, server, hasEdns, onSent, onMessage, onUnreadable }, signal);
        if (reply.message.rcode !== rcodes.nxDomain || !(await deniesRoot(server))) return reply;
        throw new NetFailure('no-public-dns', `${server.address} denies every name, the root included`);
      } catch (error) {
        if (!signal.aborted) failures.set(server, error);
        throw error;
      }
    },
    onHeadStartOver: () => {
      if (wasUnreadable) {
        failures.set(server, new NetFailure('invalid-response', `${server.address}: no well-formed message`));
      } else {
        health.noteSilence(server, askedAtMs);
      }
      onHeadStartOver();
    },
  };
}

/**
 * Sends the question once by UDP, a second time without OPT if the server does not accept it, and waits for the reply
 * until the signal fires.
 * @throws NetFailure when the reply has another RCODE or the server cannot be reached
 */
export async function askByUdp(udp: UdpSockets, attempt: UdpAttempt, signal: AbortSignal): Promise<Reply> {
  const { question, server, hasEdns } = attempt;
  const query = encodeQuestion(question, hasEdns);
  let receivedAtMs = 0;
  const accept = (datagram: Buffer) => {
    receivedAtMs = performance.now();
    const isBare = hasEdns && isBareRefusal(query, datagram);
    if (!isBare && !isReplyTo(query, datagram)) return null;
    const message = decodeReply(datagram, { keepEdns: true });
    if (message === null) attempt.onUnreadable();
    return message;
  };
  const message = await udp.exchange(
    { server, query, accept, onSent: () => attempt.onSent?.(), isOperators: true },
    signal,
  );
  attempt.onMessage();
  // A refusal with an OPT record comes from a server that knows EDNS(0): it would refuse again, without its extended errors.
  const refusesEdns = ednsRefusals.includes(message.rcode) && !(message.rcode === rcodes.notImp && message.edns);
  if (hasEdns && refusesEdns) return askByUdp(udp, { ...attempt, hasEdns: false }, signal);
  const failure = failureOfRcode(message, `${question.name} type ${question.type} at ${server.address}`);
  if (failure !== null) throw failure;
  return { server, message, hasEdns, receivedAtMs };
}

function isServfail(failure: unknown): boolean {
  return failure instanceof NetFailure && failure.reason === 'servfail';
}

/** The most informative failure. One resolver's silence outranks another's closed port. */
export function failureOf({ name, type }: DnsQuestion, failures: Failures, resolverCount: number): unknown {
  const all = [...failures.values()];
  const bug = all.find((failure) => !(failure instanceof NetFailure));
  if (bug !== undefined) return bug;
  const telling = tellingFirst
    .map((reason) => mostTold(all.filter((failure) => failure instanceof NetFailure && failure.reason === reason)))
    .find((failure) => failure !== undefined);
  const first = failures.size === resolverCount ? all[0] : undefined;
  return telling ?? first ?? new NetFailure('timeout', `${name} type ${type}: no resolver answered`);
}

/** Of failures with the same reason, that of a resolver which explains it: by text, or at least by a code (RFC 8914). */
function mostTold(failures: readonly unknown[]): unknown {
  const told = (failure: unknown) => (failure instanceof ReplyFailure ? extendedErrorsOf(failure.reply) : []);
  return (
    failures.find((failure) => told(failure).some(({ text }) => text !== null)) ??
    failures.find((failure) => told(failure).length > 0) ??
    failures[0]
  );
}
