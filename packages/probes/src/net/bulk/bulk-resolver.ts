// net/bulk/: thousands of questions to the recursive resolvers, at the rate that they accept.

import { onAbort } from '../../async/signals.ts';
import { workOf } from '../../work/work.ts';
import { parseAddress } from '../guard/ip-address.ts';
import { specialUseOf } from '../guard/special-use.ts';
import { type BulkQuestion, type BulkReport, NetFailure, networkClosed } from '../net.ts';
import { tapOf } from '../recording/wire-tap.ts';
import type { ResolverAddress } from '../settings.ts';
import { Job, type Task } from './job.ts';
import { ResolverChannel, type TransportKind } from './resolver-channel.ts';
import { ZoneShare } from './zone-share.ts';

/** Asks the recursive resolvers thousands of questions. */
export interface BulkResolver {
  /**
   * Asks the questions as fast as the resolvers answer and the rate limits allow. Each question goes to any resolver with
   * room, and the zones take turns. The guard is not consulted here. Leaving the loop stops the questions.
   * @throws ZoneFailure when the servers of the zone keep failing, NetFailure when no resolver answers, or the signal's
   * reason
   */
  askMany(question: BulkQuestion, signal: AbortSignal): AsyncIterable<BulkReport>;
  close(): void;
}

/** Settings for tests and benchmarks only. */
export interface BulkOptions {
  readonly questionsPerSecond?: number;
  readonly transports?: readonly TransportKind[];
}

/**
 * Questions per second to one resolver. Public resolvers limit a client to some 1,500; a resolver in a local network
 * usually belongs to the operator.
 */
const PUBLIC_PER_SECOND = 1000;
const OWN_PER_SECOND = 10_000;

export function createBulkResolver(servers: readonly ResolverAddress[], options: BulkOptions = {}): BulkResolver {
  const zones = new Map<string, ZoneShare<Task>>();

  const shareOf = (zone: string): ZoneShare<Task> => {
    for (const [name, one] of zones) if (one.isIdle) zones.delete(name);
    const share = zones.get(zone) ?? new ZoneShare<Task>(zone);
    zones.set(zone, share);
    return share;
  };

  /** From each zone in turn, so that a long search does not hold up the others. */
  const take = (free: number, nowMs: number): Task | null => {
    for (const [name, zone] of zones) {
      const task = zone.take(free, nowMs);
      if (task === null) continue;
      if (zones.size > 1 && zones.delete(name)) zones.set(name, zone);
      return task;
    }
    return null;
  };

  const endAll = (reason: unknown) => {
    for (const zone of zones.values()) zone.failAll(reason);
  };

  const channels = servers.map(
    (server) =>
      new ResolverChannel(
        server,
        {
          take,
          onDead: (_, reason) => {
            if (channels.every(({ isDead }) => isDead)) endAll(new NetFailure(reason, 'no resolver answers'));
            else wakeAll();
          },
        },
        {
          questionsPerSecond: options.questionsPerSecond ?? (isPublic(server) ? PUBLIC_PER_SECOND : OWN_PER_SECOND),
          transports: options.transports ?? ['tcp', 'udp'],
        },
      ),
  );

  const wakeAll = () => {
    for (const channel of channels) channel.wake();
  };

  return {
    askMany: (question, signal) => ({
      [Symbol.asyncIterator]: () => {
        const zone = shareOf(question.zone.toLowerCase());
        const onEnd = (ended: Job) => {
          zone.delete(ended);
          detach();
        };
        const job = new Job(question, zone, onEnd, { tap: tapOf(signal), budget: workOf(signal)?.budget });
        const detach = onAbort(signal, () => job.fail(signal.reason));
        job.onRoom = wakeAll;
        if (channels.every(({ isDead }) => isDead)) job.fail(new NetFailure('timeout', 'no resolver answers'));
        if (zone.failure !== null) job.fail(zone.failure);
        if (!job.isOver) {
          zone.add(job);
          wakeAll();
        }
        return job;
      },
    }),
    close: () => {
      endAll(networkClosed);
      for (const channel of channels) channel.close();
    },
  };
}

function isPublic({ address }: ResolverAddress): boolean {
  const parsed = parseAddress(address.replace(/%.*$/, ''));
  return parsed !== null && specialUseOf(parsed) === null;
}
