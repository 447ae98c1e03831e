// engines/walk/: asks every server on the way from the root of the DNS down to a zone, and judges the chain of trust.

import type { FailureReason } from '@sonde/contract/failure';
import { sleep } from '../../async/sleep.ts';
import { type AuthorityQuestion, type AuthorityReply, type Net, NetFailure } from '../../net/net.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';

/** The result of one question to one server. `limit`: not asked, because a limit of the walk was reached. */
export type Said =
  | { readonly reply: AuthorityReply; readonly failure: null; readonly hadEdns: boolean }
  | { readonly reply: null; readonly failure: FailureReason | 'limit' };

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
const NOTIMP = 4;
const BADVERS = 16;
const WINDOW_MS = 1000;

export function createAsker(net: Pick<Net, 'askAt'>, signal: AbortSignal, limits: WalkLimits = walkLimits): Asker {
  const known = new Map<string, Promise<Said>>();
  const withoutEdns = new Set<string>();
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
      return { reply, failure: null, hadEdns: question.withoutEdns !== true };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NetFailure)) throw error;
      return { reply: null, failure: error.reason };
    }
  };

  const askWithFallback = async (address: string, question: AuthorityQuestion): Promise<Said> => {
    const isPlain = question.withoutEdns === true || withoutEdns.has(address);
    const said = await send(address, isPlain ? { ...question, withoutEdns: true } : question);
    if (isPlain || said.reply === null || !isEdnsRefusal(said.reply)) return said;
    withoutEdns.add(address);
    return send(address, { ...question, withoutEdns: true });
  };

  return {
    ask: (address, question) => {
      const key = keyOf(address, question);
      const before = known.get(key);
      if (before !== undefined) return before;
      const said = askWithFallback(address, question);
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

/** RFC 6891 section 7: the replies of servers that do not support EDNS(0), or not its version. */
function isEdnsRefusal({ message }: AuthorityReply): boolean {
  return message.rcode === BADVERS || (!message.hasEdns && (message.rcode === FORMERR || message.rcode === NOTIMP));
}

function keyOf(address: string, { name, type, transport, withoutEdns, recursionDesired }: AuthorityQuestion): string {
  return [address, nameKey(name), type, transport ?? 'udp', withoutEdns === true, recursionDesired === true].join(' ');
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
