import type { FailureReason } from '@sonde/contract/failure';
import type { ResolverAddress } from '../settings.ts';
import type { Task } from './job.ts';
import { createPace, type Pace } from './pace.ts';
import { TcpTransport } from './tcp-transport.ts';
import { TICK_MS, type Transport, type TransportHost } from './transport.ts';
import { UdpTransport } from './udp-transport.ts';

export type TransportKind = 'tcp' | 'udp';

export interface LaneOptions {
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

/** The way to one resolver: the transport it takes, at the pace that manners allow. */
export class Lane {
  readonly #server: ResolverAddress;
  readonly #source: LaneSource;
  readonly #transports: readonly TransportKind[];
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
    this.#pace = createPace(options.questionsPerSecond);
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
    return {
      take: (free) => this.#take(free),
      settle: (task, verdict) => task.job.settle(task, verdict),
      putBack: (task) => task.job.putBack(task),
      giveUp: (reason) => this.#giveUp(reason),
    };
  }

  #take(free: number): Task | null {
    const nowMs = performance.now();
    if (!this.#pace.take(nowMs)) return null;
    const task = this.#source.take(free, nowMs);
    if (task === null) this.#pace.giveBack();
    return task;
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
    this.#transport?.tick(nowMs);
    if ((this.#transport?.underWay ?? 0) > 0) this.#busyAtMs = nowMs;
    else if (nowMs - this.#busyAtMs > IDLE_MS) this.close();
  }
}
