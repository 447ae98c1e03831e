import { withDeadline } from '../async/deadline.ts';
import { askInTurn } from './ask-in-turn.ts';
import { askByTcp, type Reply } from './ask-server.ts';
import { type DnsAnswer, type DnsQuestion, NetFailure } from './net.ts';
import { createResolverHealth } from './resolver-health.ts';
import { createRootCheck } from './root-check.ts';
import type { ResolverAddress } from './settings.ts';
import { createTurnstile } from './turnstile.ts';
import { createUdpExchange } from './udp-exchange.ts';

/** Asks recursive resolvers in our own wire form; the system's resolver library is never involved. */
export interface Resolver {
  /**
   * Asks the resolvers in turn, by UDP and after truncation by TCP. The guard is not consulted here.
   * @throws NetFailure `servfail`, `refused`, `no_public_dns`, `invalid_response`, `timeout` or why no resolver can be reached.
   */
  ask(question: DnsQuestion, signal: AbortSignal): Promise<DnsAnswer>;
  close(): void;
}

export interface ResolverTiming {
  /** One number per round over the resolvers: how long one may be silent before the next is asked as well. */
  readonly patienceMs: readonly number[];
  readonly tcpTimeoutMs: number;
  /** For a question in all, the wait for a free place included. */
  readonly totalTimeoutMs: number;
}

const defaultTiming: ResolverTiming = { patienceMs: [800, 1600, 2400], tcpTimeoutMs: 2500, totalTimeoutMs: 8000 };

/**
 * Questions by UDP on their way at once; the rest wait in line. One that was not answered within its first patience gives
 * its place to the next, or a few names with silent servers would hold up everybody.
 */
const MAX_IN_FLIGHT = 512;
/** TCP connections at once: resolvers take few from one client (Unbound ten in all unless told otherwise). */
const MAX_TCP = 8;

export function createResolver(servers: readonly ResolverAddress[], timing: Partial<ResolverTiming> = {}): Resolver {
  const { patienceMs, tcpTimeoutMs, totalTimeoutMs } = { ...defaultTiming, ...timing };
  const closing = new AbortController();
  const udp = createUdpExchange();
  const rootCheck = createRootCheck(udp, closing.signal);
  const means = { udp, health: createResolverHealth(servers), rootCheck, patienceMs };
  const turnstile = createTurnstile(MAX_IN_FLIGHT);
  const tcpTurnstile = createTurnstile(MAX_TCP);

  const completeByTcp = async (question: DnsQuestion, partial: Reply, untilMs: number, caller: AbortSignal) => {
    const timeoutMs = Math.max(0, Math.min(tcpTimeoutMs, untilMs - performance.now()));
    const what = `${question.name} type ${question.type} by TCP`;
    try {
      const message = await withDeadline({ timeoutMs, what }, [caller, closing.signal], (signal) =>
        tcpTurnstile.pass(signal, () => askByTcp(question, partial, signal)),
      );
      return answerOf({ ...partial, message }, 'tcp');
    } catch (error) {
      if (caller.aborted || !(error instanceof NetFailure)) throw error;
      return answerOf(partial, 'udp');
    }
  };

  return {
    ask: async (question, caller) => {
      const untilMs = performance.now() + totalTimeoutMs;
      const deadline = { timeoutMs: totalTimeoutMs, what: `${question.name} type ${question.type}` };
      const reply = await withDeadline(deadline, [caller, closing.signal], (signal) =>
        turnstile.pass(signal, (leave) => askInTurn(question, { means, signal, onQuiet: leave })),
      );
      return reply.message.isTruncated ? completeByTcp(question, reply, untilMs, caller) : answerOf(reply, 'udp');
    },
    close: () => {
      closing.abort(new NetFailure('unreachable', 'the network door is closed'));
      means.udp.close();
    },
  };
}

function answerOf({ server, message }: Reply, transport: 'udp' | 'tcp'): DnsAnswer {
  const { address, port } = server;
  const resolver = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
  return { message, resolver, transport, isPartial: message.isTruncated };
}
