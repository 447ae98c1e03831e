import type { FailureReason } from '@sonde/contract/failure';
import type { ResolverAddress } from '../settings.ts';
import type { Task } from './job.ts';
import { RateControl, type SendResult } from './rate-control.ts';
import type { Settlement } from './reply-class.ts';
import { TcpTransport } from './tcp-transport.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';
import { TICK_MS, type Transport, type TransportHost } from './transport.ts';
import { UdpTransport } from './udp-transport.ts';

export type TransportKind = 'tcp' | 'udp';

export interface ChannelOptions {
  /** Upper limit; lower when the resolver cannot keep up. */
  readonly questionsPerSecond: number;
  /** In order of preference: the first that works is used. */
  readonly transports: readonly TransportKind[];
}

export interface QuestionSource {
  take(free: number, nowMs: number): Task | null;
  /** Called when every transport has failed. */
  onDead(channel: ResolverChannel, reason: FailureReason): void;
}

/** Connections stay open for the next round of questions, which often follows immediately. */
const IDLE_MS = 1000;
/** A transport that failed is tried again after this time. */
const FORGET_MS = 60_000;
const DEAD_MS = 10_000;

/** Bulk queries to one resolver: over the best transport that works, at the highest rate that the resolver accepts. */
export class ResolverChannel {
  readonly #server: ResolverAddress;
  readonly #source: QuestionSource;
  readonly #transports: readonly TransportKind[];
  readonly #rate: RateControl;
  readonly #bucket: TokenBucket;
  #transport: Transport | null = null;
  /** How many of the transports have failed. */
  #failed = 0;
  #failedAtMs = -Infinity;
  #timer: NodeJS.Timeout | null = null;
  #busyAtMs = 0;

  constructor(server: ResolverAddress, source: QuestionSource, options: ChannelOptions) {
    this.#server = server;
    this.#source = source;
    this.#transports = options.transports;
    this.#rate = new RateControl(options.questionsPerSecond);
    this.#bucket = createTokenBucket(this.#rate.perSecond);
  }

  get isDead(): boolean {
    return this.#failed >= this.#transports.length && performance.now() - this.#failedAtMs < DEAD_MS;
  }

  /** Must be called when there may be questions to ask. */
  wake(): void {
    if (this.isDead) return;
    this.#busyAtMs = performance.now();
    if (this.#transport === null) this.#open();
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    this.#transport?.fill();
  }

  /** Returns the questions that were not answered. */
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
      settle: (task, settlement) => {
        const result = sendResultOf(task, settlement);
        if (result !== null) count(task, result);
        task.job.settle(task, settlement);
      },
      putBack: (task) => task.job.putBack(task),
      giveUp: (reason) => this.#giveUp(reason),
    };
  }

  #take(free: number): Task | null {
    const nowMs = performance.now();
    if (!this.#isAllowed(nowMs)) return null;
    const task = this.#source.take(free, nowMs);
    if (task === null) this.#bucket.giveBack();
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
    if (this.#bucket.take(nowMs)) return true;
    this.#rate.wait();
    return false;
  }

  #begin(task: Task, nowMs: number): void {
    task.trial = this.#rate.sent(nowMs);
    task.result = null;
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
    if (this.#rate.adapt(nowMs)) this.#bucket.change(this.#rate.perSecond);
    this.#transport?.tick(nowMs);
    if ((this.#transport?.unsettled ?? 0) > 0) this.#busyAtMs = nowMs;
    else if (nowMs - this.#busyAtMs > IDLE_MS) this.close();
  }
}

/** Counts the result of the last transmission; a late answer replaces a loss. */
function count(task: Task, result: SendResult): void {
  const { trial, result: before } = task;
  if (trial === null || before === result) return;
  if (before !== null) trial[before] -= 1;
  trial[result] += 1;
  task.result = result;
}

/** What a settlement reveals about the rate that the resolver accepts; null for nothing. */
function sendResultOf({ job, answersBefore }: Task, settlement: Settlement): SendResult | null {
  if (settlement.kind === 'answer' || settlement.kind === 'nothing') return 'answered';
  if (settlement.kind !== 'failure') return null;
  // REFUSED comes from the resolver itself. SERVFAIL may come from dead name servers, at any rate.
  const isAlive = job.zone.isAnswering || job.zone.answers > answersBefore;
  const isRejected = settlement.reason === 'refused' || (settlement.reason === 'servfail' && isAlive);
  return isRejected ? 'rejected' : null;
}
