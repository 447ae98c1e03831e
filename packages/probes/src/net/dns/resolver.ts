// net/dns/: single questions to the configured recursive resolvers, by UDP and TCP.

import { withDeadline } from '../../async/deadline.ts';
import { firstInTurn } from '../../async/first-in-turn.ts';
import { createFairSlots } from '../../work/fair-slots.ts';
import { workOf } from '../../work/work.ts';
import { type DnsQuestion, type DnsReply, NetFailure, networkClosed } from '../net.ts';
import { formatEndpoint } from '../resolver-address.ts';
import type { ResolverAddress } from '../settings.ts';
import { attemptsOf, failureOf, type Reply } from './attempts.ts';
import { createQuestionDeadlines } from './question-deadlines.ts';
import { createResolverHealth } from './resolver-health.ts';
import { createRootCheck } from './root-check.ts';
import { askByTcp } from './tcp-exchange.ts';
import { UdpSockets } from './udp-sockets.ts';

/** Asks recursive resolvers with our own DNS code; the system's resolver library is never used. */
export interface Resolver {
  /**
   * Asks the resolvers in turn, by UDP, and by TCP after truncation. The guard is not consulted here.
   * @throws NetFailure `servfail`, `refused`, `not-implemented`, `error-code`, `no-public-dns`, `invalid-response`, `timeout`,
   * `work-limit` or the reason why no resolver can be reached
   */
  ask(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply>;
  close(): void;
}

export interface ResolverTiming {
  /** One number per round over the resolvers: how long one may be silent before the next is asked alongside it. */
  readonly headStartsMs: readonly number[];
  readonly tcpTimeoutMs: number;
  /** Milliseconds for the whole question, including the wait for a slot. */
  readonly totalTimeoutMs: number;
}

const defaultTiming: ResolverTiming = { headStartsMs: [800, 1600, 2400], tcpTimeoutMs: 2500, totalTimeoutMs: 8000 };

/**
 * UDP questions in flight at once, shared fairly between clients; the rest wait. A question that is not answered within the
 * first head start gives its slot to the next: otherwise a few names with silent servers would hold up all lookups.
 */
const MAX_IN_FLIGHT = 512;
/** TCP connections at once: resolvers accept few from one client (Unbound ten in total by default). */
const MAX_TCP = 8;

export function createResolver(servers: readonly ResolverAddress[], timing: Partial<ResolverTiming> = {}): Resolver {
  const { headStartsMs, tcpTimeoutMs, totalTimeoutMs } = { ...defaultTiming, ...timing };
  const closing = new AbortController();
  const udp = new UdpSockets();
  const deniesRoot = createRootCheck(udp, closing.signal);
  const resolvers = { udp, health: createResolverHealth(servers), deniesRoot, headStartsMs };
  const deadlines = createQuestionDeadlines(totalTimeoutMs, closing.signal);
  const udpSlots = createFairSlots(MAX_IN_FLIGHT);
  const tcpSlots = createFairSlots(MAX_TCP);

  const completeByTcp = async (question: DnsQuestion, partial: Reply, untilMs: number, caller: AbortSignal) => {
    const timeoutMs = Math.max(0, Math.min(tcpTimeoutMs, untilMs - performance.now()));
    const what = `${question.name} type ${question.type} by TCP`;
    try {
      const message = await withDeadline({ timeoutMs, what }, [caller, closing.signal], async (signal) => {
        const release = await tcpSlots.acquire(signal, workOf(signal)?.owner);
        return askByTcp(question, partial, signal).finally(release);
      });
      return answerOf({ ...partial, message }, 'tcp');
    } catch (error) {
      if (caller.aborted || !(error instanceof NetFailure)) throw error;
      return answerOf(partial, 'udp');
    }
  };

  return {
    ask: async (question, caller) => {
      const work = workOf(caller);
      work?.budget.spend('questions');
      const untilMs = performance.now() + totalTimeoutMs;
      const deadline = deadlines.enter(question.name, caller);
      const failures = new Map<ResolverAddress, unknown>();
      let reply: Reply | null;
      let firstSentAtMs: number | null = null;
      const onSent = () => {
        firstSentAtMs ??= performance.now();
      };
      try {
        const release = await udpSlots.acquire(deadline.signal, work?.owner);
        const avoided = work?.resolvers?.avoided ?? [];
        const attempts = attemptsOf(question, resolvers, failures, { avoided, onSent, onHeadStartOver: release });
        try {
          reply = await firstInTurn(attempts, deadline.signal);
        } finally {
          release();
        }
      } finally {
        deadline.leave();
      }
      if (reply === null) throw failureOf(question, failures, servers.length);
      work?.resolvers?.note(formatEndpoint(reply.server));
      const startedAtMs = firstSentAtMs ?? reply.receivedAtMs;
      if (!reply.message.isTruncated) return { ...answerOf(reply, 'udp'), waitedMs: reply.receivedAtMs - startedAtMs };
      const answer = await completeByTcp(question, reply, untilMs, caller);
      return { ...answer, waitedMs: performance.now() - startedAtMs };
    },
    close: () => {
      closing.abort(networkClosed);
      udp.close();
    },
  };
}

function answerOf({ server, message }: Reply, transport: 'udp' | 'tcp'): DnsReply {
  return { message, resolver: formatEndpoint(server), transport, isPartial: message.isTruncated };
}
