import type { FailureReason } from '@sonde/contract/failure';
import { askServer, type Reply } from './ask-server.ts';
import { rcodes } from './dns-reply.ts';
import { firstInTurn, type Turn } from './first-in-turn.ts';
import { type DnsQuestion, NetFailure } from './net.ts';
import type { ResolverHealth } from './resolver-health.ts';
import type { RootCheck } from './root-check.ts';
import type { ResolverAddress } from './settings.ts';
import type { UdpExchange } from './udp-exchange.ts';

export interface UdpMeans {
  readonly udp: UdpExchange;
  readonly health: ResolverHealth;
  readonly rootCheck: RootCheck;
  /** One number per round over the resolvers: how long one may be silent before the next is asked as well. */
  readonly patienceMs: readonly number[];
}

export interface AskInTurnOptions {
  readonly means: UdpMeans;
  readonly signal: AbortSignal;
  /** Called whenever a patience is over: the question now waits more than it works. */
  onQuiet(): void;
}

/** A firewall that drops whatever carries an OPT record looks like silence: this round and later ones go without. */
const FIRST_ROUND_WITHOUT_EDNS = 2;

/** When every resolver failed in its own way, the question ends with the first of these that one of them said. */
const tellingFirst: readonly FailureReason[] = ['servfail', 'refused', 'no_public_dns', 'invalid_response'];

type Verdicts = Map<ResolverAddress, unknown>;

/**
 * Asks the resolvers in turn by UDP until one says NOERROR or NXDOMAIN.
 * @throws NetFailure when none does.
 */
export async function askInTurn(question: DnsQuestion, options: AskInTurnOptions): Promise<Reply> {
  const { means, signal, onQuiet } = options;
  const verdicts: Verdicts = new Map();
  const reply = await firstInTurn(noticing(turnsOf(question, means, verdicts), onQuiet), signal);
  if (reply !== null) return reply;
  throw failureOf(question, verdicts, means.health.inOrder().length);
}

function* noticing(turns: Iterable<Turn<Reply>>, onQuiet: () => void): Generator<Turn<Reply>> {
  for (const turn of turns) {
    yield {
      ...turn,
      onQuiet: () => {
        turn.onQuiet?.();
        onQuiet();
      },
    };
  }
}

/**
 * Rounds over the resolvers. One that has given its verdict is not asked again, and SERVFAIL, which is about the name,
 * leaves only resolvers that have not been asked at all.
 */
function* turnsOf(question: DnsQuestion, means: UdpMeans, verdicts: Verdicts): Generator<Turn<Reply>> {
  const servers = means.health.inOrder();
  for (const [round, patienceMs] of means.patienceMs.entries()) {
    for (const server of servers) {
      if (verdicts.has(server) || (round > 0 && [...verdicts.values()].some(isServfail))) continue;
      const hasEdns = round < FIRST_ROUND_WITHOUT_EDNS;
      yield turnOf({ question, server, hasEdns }, patienceMs, means, verdicts);
    }
  }
}

function turnOf(
  { question, server, hasEdns }: { question: DnsQuestion; server: ResolverAddress; hasEdns: boolean },
  patienceMs: number,
  { udp, health, rootCheck }: UdpMeans,
  verdicts: Verdicts,
): Turn<Reply> {
  const askedAtMs = performance.now();
  let wasUnreadable = false;
  const attempt = {
    question,
    server,
    hasEdns,
    onHeard: () => health.hear(server),
    onUnreadable: () => {
      wasUnreadable = true;
    },
  };
  return {
    patienceMs,
    start: async (signal) => {
      try {
        const reply = await askServer(udp, attempt, signal);
        if (reply.message.rcode !== rcodes.nxDomain || !(await rootCheck.deniesRoot(server))) return reply;
        throw new NetFailure('no_public_dns', `${server.address} denies every name, the root included`);
      } catch (error) {
        if (!signal.aborted) verdicts.set(server, error);
        throw error;
      }
    },
    onQuiet: () => {
      if (wasUnreadable) {
        verdicts.set(server, new NetFailure('invalid_response', `${server.address}: no well-formed message`));
      } else {
        health.miss(server, askedAtMs);
      }
    },
  };
}

function isServfail(verdict: unknown): boolean {
  return verdict instanceof NetFailure && verdict.reason === 'servfail';
}

/** The most telling verdict. Where one resolver was silent, that counts before the closed port of another. */
function failureOf({ name, type }: DnsQuestion, verdicts: Verdicts, resolverCount: number): unknown {
  const failures = [...verdicts.values()];
  const bug = failures.find((failure) => !(failure instanceof NetFailure));
  if (bug !== undefined) return bug;
  const telling = tellingFirst
    .map((reason) => failures.find((failure) => failure instanceof NetFailure && failure.reason === reason))
    .find((failure) => failure !== undefined);
  const first = verdicts.size === resolverCount ? failures[0] : undefined;
  return telling ?? first ?? new NetFailure('timeout', `${name} type ${type}: no resolver answered`);
}
