import { onAbort } from '../../async/signals.ts';
import { parseAddress } from '../ip-address.ts';
import { type BulkQuestion, type BulkReport, NetFailure } from '../net.ts';
import type { ResolverAddress } from '../settings.ts';
import { specialUseOf } from '../special-use.ts';
import { Job, type Task } from './job.ts';
import { Lane, type TransportKind } from './lane.ts';

/** Asks the recursive resolvers thousands of questions. */
export interface BulkResolver {
  /**
   * Asks the questions as fast as the resolvers answer and manners allow, whichever resolver has room. The guard is not
   * consulted here. Leaving the loop ends it.
   * @throws NetFailure when no resolver answers, or the signal's reason.
   */
  askMany(question: BulkQuestion, signal: AbortSignal): AsyncIterable<BulkReport>;
  close(): void;
}

/** Seams for tests and benches; production leaves them alone. */
export interface BulkOptions {
  readonly questionsPerSecond?: number;
  readonly transports?: readonly TransportKind[];
}

/**
 * Questions per second to one resolver. Public ones limit a client at some 1500; one in a network of one's own is
 * usually one's own.
 */
const PUBLIC_PER_SECOND = 1000;
const OWN_PER_SECOND = 10_000;

export function createBulkResolver(servers: readonly ResolverAddress[], options: BulkOptions = {}): BulkResolver {
  const jobs = new Set<Job>();

  /** From each job in turn, so that a long one holds up nobody. */
  const take = (): Task | null => {
    for (const job of jobs) {
      const task = job.take();
      if (task === null) continue;
      if (jobs.size > 1 && jobs.delete(job)) jobs.add(job);
      return task;
    }
    return null;
  };

  const endAll = (reason: unknown) => {
    for (const job of [...jobs]) job.fail(reason);
  };

  const lanes = servers.map(
    (server) =>
      new Lane(
        server,
        {
          take,
          onDead: (_, reason) => {
            if (lanes.every(({ isDead }) => isDead)) endAll(new NetFailure(reason, 'no resolver answers'));
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
    for (const lane of lanes) lane.wake();
  };

  return {
    askMany: (question, signal) => ({
      [Symbol.asyncIterator]: () => {
        const job = new Job(question, (ended) => {
          jobs.delete(ended);
          detach();
        });
        const detach = onAbort(signal, () => job.fail(signal.reason));
        job.onRoom = wakeAll;
        if (lanes.every(({ isDead }) => isDead)) job.fail(new NetFailure('timeout', 'no resolver answers'));
        if (!job.isOver) {
          jobs.add(job);
          wakeAll();
        }
        return job;
      },
    }),
    close: () => {
      endAll(new NetFailure('unreachable', 'the network door is closed'));
      for (const lane of lanes) lane.close();
    },
  };
}

function isPublic({ address }: ResolverAddress): boolean {
  const parsed = parseAddress(address.replace(/%.*$/, ''));
  return parsed !== null && specialUseOf(parsed) === null;
}
