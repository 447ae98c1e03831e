// engines/walk/: asks every server on the way from the root of the DNS down to a zone, and judges the chain of trust.

import type { FailureReason } from '@sonde/contract/failure';
import { sleep } from '../../async/sleep.ts';
import { type AuthorityQuestion, type AuthorityReply, type Net, NetFailure } from '../../net/net.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';

/** The result of one question to one server. `limit`: not asked, because a limit of the walk was reached. */
export type Said =
  | { readonly reply: AuthorityReply; readonly failure: null; readonly edns: EdnsUse }
  | { readonly reply: null; readonly failure: FailureReason | 'limit' };

/** What a question had when it was answered. `no-options`: EDNS(0) without any option; `none`: no EDNS(0). */
export type EdnsUse = 'options' | 'no-options' | 'none';

/** Asks servers within the limits of one walk. Equal questions to one server are asked once. */
export interface Asker {
  /** Rejects only with the signal's reason, or with a bug. */
  ask(address: string, question: AuthorityQuestion): Promise<Said>;
  /** Number of questions so far. */
  readonly asked: number;
  /** Whether any question was left out because of a limit. */
  readonly hasLeftOut: boolean;
}

export interface WalkLimits {
  readonly questions: number;
  /** Over all replies. */
  readonly octets: number;
  /** Questions to one address per second. */
  readonly questionsPerSecond: number;
  /** After this many milliseconds nothing more is asked, so that slow servers still leave time for an answer. */
  readonly milliseconds: number;
}

/** The deadline of the tool is 15 s; the last question may take 4 s. */
const walkLimits: WalkLimits = {
  questions: 400,
  octets: 2 * 1024 * 1024,
  questionsPerSecond: 20,
  milliseconds: 10_000,
};

const FORMERR = 1;
const SERVFAIL = 2;
const NOTIMP = 4;
const BADVERS = 16;
const WINDOW_MS = 1000;
/** A server that fails once may be busy, or loading the zone: it is asked a second time before its failure counts. */
const SECOND_TRY_MS = 250;
const noOptions: Pick<AuthorityQuestion, 'options'> = { options: [] };

export function createAsker(net: Pick<Net, 'askAt'>, signal: AbortSignal, limits: WalkLimits = walkLimits): Asker {
  const known = new Map<string, Promise<Said>>();
  /** Per address, for the servers that refuse more. */
  const ednsUses = new Map<string, EdnsUse>();
  const untilMs = performance.now() + limits.milliseconds;
  const rate = createRate(limits.questionsPerSecond, untilMs, signal);
  let [asked, octets, hasLeftOut] = [0, 0, false];

  const send = async (address: string, question: AuthorityQuestion): Promise<Said> => {
    if (asked >= limits.questions || octets >= limits.octets) {
      hasLeftOut = true;
      return { reply: null, failure: 'limit' };
    }
    asked += 1;
    if (!(await rate(address))) {
      asked -= 1;
      hasLeftOut = true;
      return { reply: null, failure: 'limit' };
    }
    try {
      const reply = await net.askAt(address, question, signal);
      octets += reply.bytes;
      return { reply, failure: null, edns: usedBy(question) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NetFailure)) throw error;
      return { reply: null, failure: error.reason };
    }
  };

  const lower = (address: string, refused: EdnsUse) => {
    const known = order.indexOf(ednsUses.get(address) ?? 'options');
    ednsUses.set(address, order[Math.max(known, order.indexOf(refused) + 1)] ?? 'none');
  };

  /** With as much of EDNS(0) as the server bears: options, none, or no OPT record at all. */
  const askWithFallback = async (address: string, question: AuthorityQuestion): Promise<Said> => {
    for (const use of ['options', 'no-options', 'none'] as const) {
      const allowed = ednsUses.get(address) ?? 'options';
      const isTooMuch = order.indexOf(use) < order.indexOf(allowed);
      if (isTooMuch || (question.withoutEdns === true && use !== 'none')) continue;
      const said = await send(address, {
        ...question,
        ...(use === 'none' ? { withoutEdns: true } : use === 'no-options' ? noOptions : {}),
      });
      if (use === 'none' || said.reply === null || !isEdnsRefusal(said.reply, use)) return said;
      lower(address, use);
    }
    return { reply: null, failure: 'limit' };
  };

  const askTwice = async (address: string, question: AuthorityQuestion): Promise<Said> => {
    const said = await askWithFallback(address, question);
    if (said.reply?.message.rcode !== SERVFAIL) return said;
    await sleep(SECOND_TRY_MS, signal);
    const again = await askWithFallback(address, question);
    return again.reply === null ? said : again;
  };

  return {
    ask: (address, question) => {
      const key = keyOf(address, question);
      const before = known.get(key);
      if (before !== undefined) return before;
      const said = askTwice(address, question);
      known.set(key, said);
      return said;
    },
    get asked() {
      return asked;
    },
    get hasLeftOut() {
      return hasLeftOut;
    },
  };
}

const order: readonly EdnsUse[] = ['options', 'no-options', 'none'];

function usedBy({ withoutEdns, options }: AuthorityQuestion): EdnsUse {
  if (withoutEdns === true) return 'none';
  return options?.length === 0 ? 'no-options' : 'options';
}

/**
 * RFC 6891 section 7: the replies of servers that do not support EDNS(0), or not its version. A server that knows EDNS(0) may
 * still take an option for a mistake.
 */
function isEdnsRefusal({ message: { rcode, hasEdns } }: AuthorityReply, use: EdnsUse): boolean {
  if (rcode === FORMERR && use === 'options') return true;
  return rcode === BADVERS || (!hasEdns && (rcode === FORMERR || rcode === NOTIMP));
}

function keyOf(address: string, question: AuthorityQuestion): string {
  const { name, type, transport, recursionDesired } = question;
  return [address, nameKey(name), type, transport ?? 'udp', usedBy(question), recursionDesired === true].join(' ');
}

/** Admits a limited number of questions per second to each address; false if a question would have to wait too long. */
function createRate(perSecond: number, untilMs: number, signal: AbortSignal): (address: string) => Promise<boolean> {
  const sentAtMs = new Map<string, number[]>();
  return async (address) => {
    const times = sentAtMs.get(address) ?? [];
    sentAtMs.set(address, times);
    const now = performance.now();
    const before = times.at(-perSecond);
    const atMs = before === undefined ? now : Math.max(now, before + WINDOW_MS);
    if (atMs >= untilMs) return false;
    times.push(atMs);
    if (atMs > now) await sleep(atMs - now, signal);
    return true;
  };
}
