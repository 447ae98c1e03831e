import { onAbort } from '../../async/signals.ts';
import type { Flow, ProbeOptions, ProbeResponse } from './flows/flow.ts';
import type { SendQueue } from './send-queue.ts';
import { createTimers } from './timers.ts';
import { MAX_TTL, type TraceEnd, type TraceNews, type TracePlan } from './trace-plan.ts';
import { nextWindowMs, patienceMs, type SentProbe, windowSize } from './waiting.ts';

export interface TraceInput {
  readonly flow: Flow;
  readonly plan: TracePlan;
  readonly queue: SendQueue;
  /** From an earlier trace of the same target; null if there was none. */
  readonly knownDistance: number | null;
  /** Whether one packet is sent all the way at once, to learn whether the target answers at all. */
  readonly asksDirectly: boolean;
  report(news: TraceNews): void;
}

const DIRECT_TTL = 64;
/** Timers may fire slightly early. */
const SLACK_MS = 1;
const ALONE_LOOK_MS = 5;

/**
 * Sends all TTLs of a window at once and listens until every hop has answered or is given up.
 * @throws NetFailure `unreachable` when this machine has no route, or the signal's reason
 */
export function trace(input: TraceInput, signal: AbortSignal): Promise<TraceEnd> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const run = new TraceRun(input, (end, error) => {
      detach();
      if (error === undefined) resolve(end);
      else reject(error);
    });
    const detach = onAbort(signal, () => {
      run.stop();
      reject(signal.reason);
    });
    run.start();
  });
}

/** One running trace: its probes and timers, until it ends or is stopped. */
class TraceRun {
  readonly #input: TraceInput;
  readonly #onEnd: (end: TraceEnd, error?: unknown) => void;
  readonly #timers = createTimers();
  readonly #probes: SentProbe[] = [];
  readonly #cancels = new Set<() => void>();
  readonly #path = { slowestMs: 0, lastAnswered: 0, end: null as number | null };
  #reached: TraceEnd['reached'] = 'silent';
  #sentTo = 0;
  #windowSentAtMs = 0;
  /** Rounds and single packets still to be sent. */
  #planned = 0;
  #isReachable = false;
  #isOver = false;
  #asksAlone = false;
  #stopWaking = () => {};
  #wakesAtMs = Number.POSITIVE_INFINITY;

  constructor(input: TraceInput, onEnd: (end: TraceEnd, error?: unknown) => void) {
    this.#input = input;
    this.#onEnd = onEnd;
  }

  start(): void {
    if (this.#input.asksDirectly) this.#enqueue(() => this.#askDirectly());
    this.#sendWindow(windowSize(this.#input.knownDistance));
  }

  /** From now on, nothing is sent or reported. */
  stop(): void {
    this.#isOver = true;
    this.#timers.stop();
    for (const cancel of this.#cancels) cancel();
    for (const { forget } of this.#probes) forget();
  }

  #finish(error?: unknown): void {
    if (this.#isOver) return;
    this.stop();
    this.#onEnd({ distance: this.#path.end, reached: this.#reached }, error);
  }

  #sendWindow(size: number): void {
    const from = this.#sentTo + 1;
    this.#sentTo = Math.min(MAX_TTL, this.#sentTo + size);
    this.#windowSentAtMs = performance.now();
    this.#planned += 1;
    this.#sendRound(from, this.#sentTo, 1);
  }

  #sendRound(from: number, to: number, round: number): void {
    const { plan } = this.#input;
    if (round > 1 && plan.isFrugal && this.#path.end === null && !this.#isFirstOver()) {
      this.#timers.after(plan.roundEveryMs, () => this.#sendRound(from, to, round));
      return;
    }
    for (let ttl = from; ttl <= Math.min(to, this.#limit(round)); ttl += 1)
      this.#enqueue(() => ttl <= this.#limit(round) && this.#send(ttl, round));
    if (round < plan.rounds) this.#timers.after(plan.roundEveryMs, () => this.#sendRound(from, to, round + 1));
    else this.#planned -= 1;
    this.#enqueue(() => {});
  }

  /** The last TTL worth probing: later rounds go no farther than the path is known to go. */
  #limit(round: number): number {
    const { end, lastAnswered } = this.#path;
    if (end !== null) return end;
    if (round === 1 || !this.#isFirstOver()) return this.#sentTo;
    // The first round has sent the target one packet for each TTL up to the end of the window: more would be silent as well.
    return this.#input.plan.isFrugal ? lastAnswered : Math.min(this.#sentTo, lastAnswered + 1);
  }

  /** Whether all packets of the first round were sent, and each was answered or given up. */
  #isFirstOver(): boolean {
    let sent = 0;
    for (const { round, state } of this.#probes) {
      if (round > 1) continue;
      if (state === 'open') return false;
      sent += 1;
    }
    return sent >= this.#sentTo;
  }

  #enqueue(work: () => void): void {
    this.#planned += 1;
    const cancel = this.#input.queue(() => {
      this.#cancels.delete(cancel);
      this.#planned -= 1;
      if (this.#isOver) return;
      work();
      if (this.#planned === 0 || this.#probes.length === 1) this.#look();
    });
    this.#cancels.add(cancel);
  }

  #send(ttl: number, round: number, options: ProbeOptions = {}): SentProbe {
    const probe: SentProbe = { ttl, round, sentAtMs: performance.now(), state: 'open', forget: () => {} };
    this.#probes.push(probe);
    try {
      probe.forget = this.#input.flow.probe(ttl, (response) => this.#hear(probe, response), options);
      this.#input.report({ kind: 'sent', ttl, round });
    } catch (error) {
      this.#finish(error);
    }
    return probe;
  }

  #askDirectly(): void {
    try {
      const forget = this.#input.flow.probe(DIRECT_TTL, (response) => {
        if (this.#isOver || response.kind !== 'target') return;
        this.#isReachable = true;
        this.#path.slowestMs = Math.max(this.#path.slowestMs, response.timeMs);
        this.#look();
      });
      this.#cancels.add(forget);
    } catch (error) {
      this.#finish(error);
    }
  }

  #hear(probe: SentProbe, { kind, from, timeMs, labels, meaning }: ProbeResponse): void {
    const path = this.#path;
    if (this.#isOver || kind === 'too-big' || from === null || probe.state === 'answered') return;
    const { ttl, round } = probe;
    if (path.end !== null && ttl > path.end) return;
    probe.state = 'answered';
    path.slowestMs = Math.max(path.slowestMs, timeMs);
    path.lastAnswered = Math.max(path.lastAnswered, ttl);
    if (kind !== 'exceeded' && (path.end === null || ttl < path.end)) {
      path.end = ttl;
      path.lastAnswered = ttl;
      this.#reached = kind === 'target' ? 'target' : 'stopped';
    }
    const isTarget = kind === 'target';
    this.#input.report({ kind: 'answer', ttl, round, from, timeMs, labels, isTarget, error: meaning });
    this.#look();
  }

  #waiting(): SentProbe[] {
    const last = this.#path.end ?? MAX_TTL;
    return this.#probes.filter(({ state, ttl }) => state === 'open' && ttl <= last);
  }

  /** Gives up overdue probes, and sends or ends what is due. */
  #look(): void {
    if (this.#isOver || this.#asksAlone) return;
    const soonest = Math.min(this.#giveUp(), this.#openWindow());
    if (this.#isOver) return;
    if (soonest < Number.POSITIVE_INFINITY) {
      this.#wakeAfter(soonest + SLACK_MS);
    } else if (this.#planned === 0 && this.#waiting().length === 0) {
      if (this.#input.flow.unmatched > 0) this.#askAlone();
      else this.#finish();
    }
  }

  /** Looks again by then. Most answers put it off by a little: to be woken once too early costs less than a timer for each. */
  #wakeAfter(ms: number): void {
    const atMs = performance.now() + ms;
    if (this.#wakesAtMs <= atMs) return;
    this.#stopWaking();
    this.#wakesAtMs = atMs;
    this.#stopWaking = this.#timers.after(ms, () => {
      this.#wakesAtMs = Number.POSITIVE_INFINITY;
      this.#look();
    });
  }

  /** Gives up overdue probes; returns the milliseconds until the next one is. */
  #giveUp(): number {
    let soonest = Number.POSITIVE_INFINITY;
    for (const probe of this.#waiting()) {
      const leftMs = probe.sentAtMs + patienceMs(probe, this.#path, this.#input.plan.tailMs) - performance.now();
      if (leftMs > 0) {
        soonest = Math.min(soonest, leftMs);
        continue;
      }
      // An answer may have arrived while the process was busy.
      this.#input.flow.poll();
      if (this.#isOver || probe.state !== 'open') continue;
      probe.state = 'given up';
      this.#input.report({ kind: 'silent', ttl: probe.ttl, round: probe.round });
    }
    return soonest;
  }

  /** Sends the next window if it is due; returns the milliseconds until it is. */
  #openWindow(): number {
    const dueMs = this.#sentTo < MAX_TTL ? nextWindowMs(this.#sentTo, this.#path, this.#isReachable) : null;
    if (dueMs === null) return Number.POSITIVE_INFINITY;
    const leftMs = this.#windowSentAtMs + dueMs - performance.now();
    if (leftMs > 0) return leftMs;
    this.#sendWindow(windowSize(null));
    return Number.POSITIVE_INFINITY;
  }

  /**
   * Asks the hops that stayed silent one at a time, on the same flow: an error that quotes too little to identify its
   * probe can then only be about the one that is pending.
   */
  #askAlone(): void {
    this.#asksAlone = true;
    const { end, lastAnswered } = this.#path;
    const answered = new Set(this.#probes.flatMap(({ state, ttl }) => (state === 'answered' ? ttl : [])));
    const last = end ?? Math.min(this.#sentTo, lastAnswered + 1);
    const ttls = Array.from({ length: last }, (_, index) => index + 1).filter((ttl) => !answered.has(ttl));
    const asks = ttls.map((ttl) => ({ ttl, round: 1 }));
    const next = (): void => {
      const ask = asks.shift();
      if (ask === undefined) {
        this.#finish();
        return;
      }
      const probe = this.#send(ask.ttl, ask.round, { isAlone: true });
      const untilMs = probe.sentAtMs + patienceMs({ ttl: 0 }, this.#path, this.#input.plan.tailMs);
      const wait = (): void => {
        if (probe.state === 'answered') {
          // Other rounds were probably not lost either: their answers could not be told apart.
          if (ask.round < this.#input.plan.rounds) asks.unshift({ ttl: ask.ttl, round: ask.round + 1 });
          next();
        } else if (performance.now() > untilMs) next();
        else this.#timers.after(ALONE_LOOK_MS, wait);
      };
      this.#timers.after(ALONE_LOOK_MS, wait);
    };
    next();
  }
}
