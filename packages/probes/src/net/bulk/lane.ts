import type { FailureReason } from '@sonde/contract/failure';
import type { ResolverAddress } from '../settings.ts';
import type { Task } from './job.ts';
import { createPace, type Pace } from './pace.ts';
import { type Outcome, RateControl } from './rate-control.ts';
import type { Settlement } from './read-verdict.ts';
import { TcpTransport } from './tcp-transport.ts';
import { TICK_MS, type Transport, type TransportHost } from './transport.ts';
import { UdpTransport } from './udp-transport.ts';

export type TransportKind = 'tcp' | 'udp';

export interface LaneOptions {
  /** At most; fewer where the resolver does not bear them. */
  readonly questionsPerSecond: number;
  /** The first that works is used. */
  readonly transports: readonly TransportKind[];
}

export interface LaneSource {
  take(free: number, nowMs: number): Task | null;
  /** Every way to the resolver failed. */
  onDead(lane: Lane, reason: FailureReason): void;
}

/** Connections stay for the next round of questions, which often comes at once. */
const IDLE_MS = 1000;
/** What did not work is tried again after this. */
const FORGET_MS = 60_000;
const DEAD_MS = 10_000;

/** The way to one resolver: the transport it takes, at the rate that it bears. */
export class Lane {
  readonly #server: ResolverAddress;
  readonly #source: LaneSource;
  readonly #transports: readonly TransportKind[];
  readonly #rate: RateControl;
  readonly #pace: Pace;
  #transport: Transport | null = null;
  /** How many of the transports have failed. */
  #failed = 0;
  #failedAtMs = -Infinity;
  #timer: NodeJS.Timeout | null = null;
  #busyAtMs = 0;

  constructor(server: ResolverAddress, source: LaneSource, options: LaneOptions) {
    this.#server = server;
    this.#source = source;
    this.#transports = options.transports;
    this.#rate = new RateControl(options.questionsPerSecond);
    this.#pace = createPace(this.#rate.perSecond);
  }

  get isDead(): boolean {
    return this.#failed >= this.#transports.length && performance.now() - this.#failedAtMs < DEAD_MS;
  }

  /** There may be questions to ask. */
  wake(): void {
    if (this.isDead) return;
    this.#busyAtMs = performance.now();
    if (this.#transport === null) this.#open();
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    this.#transport?.fill();
  }

  /** Gives the questions that were not answered. */
  close(): Task[] {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const left = this.#transport?.close() ?? [];
    this.#transport = null;
    return left;
  }

  #open(): void {
    const isAll = this.#failed >= this.#transports.length;
    if (isAll || performance.now() - this.#failedAtMs > FORGET_MS) this.#failed = 0;
    const kind = this.#transports[this.#failed];
    this.#transport =
      kind === 'tcp' ? new TcpTransport(this.#server, this.#host()) : new UdpTransport(this.#server, this.#host());
  }

  #host(): TransportHost {
    const rate = this.#rate;
    return {
      get tolerated() {
        return rate.tolerated;
      },
      take: (free) => this.#take(free),
      mayRepeat: (task) => this.#mayRepeat(task),
      miss: (task) => {
        count(task, 'rejected');
      },
      settle: (task, verdict) => {
        const outcome = outcomeOf(task, verdict);
        if (outcome !== null) count(task, outcome);
        task.job.settle(task, verdict);
      },
      putBack: (task) => task.job.putBack(task),
      giveUp: (reason) => this.#giveUp(reason),
    };
  }

  #take(free: number): Task | null {
    const nowMs = performance.now();
    if (!this.#isAllowed(nowMs)) return null;
    const task = this.#source.take(free, nowMs);
    if (task === null) this.#pace.giveBack();
    else this.#begin(task, nowMs);
    return task;
  }

  #mayRepeat(task: Task): boolean {
    const nowMs = performance.now();
    const isAllowed = this.#isAllowed(nowMs);
    if (isAllowed) this.#begin(task, nowMs);
    return isAllowed;
  }

  #isAllowed(nowMs: number): boolean {
    if (this.#pace.take(nowMs)) return true;
    this.#rate.wait();
    return false;
  }

  #begin(task: Task, nowMs: number): void {
    task.trial = this.#rate.sent(nowMs);
    task.outcome = null;
  }

  #giveUp(reason: FailureReason): void {
    const left = this.close();
    for (const task of left) task.job.putBack(task);
    this.#failed += 1;
    this.#failedAtMs = performance.now();
    if (this.#failed >= this.#transports.length) this.#source.onDead(this, reason);
    else this.wake();
  }

  #tick(): void {
    const nowMs = performance.now();
    if (this.#rate.adapt(nowMs)) this.#pace.change(this.#rate.perSecond);
    this.#transport?.tick(nowMs);
    if ((this.#transport?.underWay ?? 0) > 0) this.#busyAtMs = nowMs;
    else if (nowMs - this.#busyAtMs > IDLE_MS) this.close();
  }
}

/** Counts what came of the last sending; an answer after all takes the place of a loss. */
function count(task: Task, outcome: Outcome): void {
  const { trial, outcome: before } = task;
  if (trial === null || before === outcome) return;
  if (before !== null) trial[before] -= 1;
  trial[outcome] += 1;
  task.outcome = outcome;
}

/** What a verdict says of the rate that the resolver bears; null when nothing. */
function outcomeOf({ job, answersBefore }: Task, verdict: Settlement): Outcome | null {
  if (verdict.kind === 'answer' || verdict.kind === 'nothing') return 'answered';
  if (verdict.kind !== 'failure') return null;
  // REFUSED is the resolver's own word. SERVFAIL may be that of dead name servers, which do not care how fast we ask.
  const isAlive = job.zone.isAnswering || job.zone.answers > answersBefore;
  const isRejected = verdict.reason === 'refused' || (verdict.reason === 'servfail' && isAlive);
  return isRejected ? 'rejected' : null;
}
