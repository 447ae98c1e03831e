import { performance } from 'node:perf_hooks';
import type { JobStore, Queue, QueuedJob } from './jobs.ts';

/** The share of the places of a process that one party may have, so that those of others begin at once. */
const MOST = 0.75;
/** When no such job waits, that is not looked up again for this long. */
const CALM_MS = 1_000;

/** Whose job it is; jobs that do not say it are of one party. */
export const partyOf = ({ data: { party } }: Pick<QueuedJob, 'data'>): string =>
  typeof party === 'string' ? party : '';

/** Takes up to this number of jobs; `parties` are those of the jobs that run here, each as often as it has one. */
type Take = (queue: Queue, count: number, parties: readonly string[]) => Promise<readonly QueuedJob[]>;

/**
 * Returns the function with which a process takes jobs. Of a queue whose places are shared, the next job is one of a party of
 * which none runs here, otherwise of one of which fewest run: so one party with many jobs that take long keeps nobody waiting.
 */
export function createTaking(store: Pick<JobStore, 'take'>): Take {
  const calmUntilMs = new Map<string, number>();

  async function takeOne(queue: Queue, running: ReadonlyMap<string, number>): Promise<readonly QueuedJob[]> {
    const most = Math.ceil(queue.atOnce * MOST);
    const fewest = Math.min(...running.values());
    const over = partiesWith(running, most);
    const choices = [partiesWith(running, 1), partiesWith(running, Math.min(fewest + 1, most))];
    for (const [index, without] of choices.entries()) {
      const choice = `${queue.name} ${index}`;
      const isNarrower = without.length > (choices[index + 1] ?? over).length;
      if (!isNarrower || performance.now() < (calmUntilMs.get(choice) ?? 0)) continue;
      const first = await store.take(queue, 1, without);
      if (first.length > 0) return first;
      calmUntilMs.set(choice, performance.now() + CALM_MS);
    }
    return store.take(queue, 1, over);
  }

  return async (queue, count, parties) => {
    if (queue.sharesPlaces !== true) return store.take(queue, count);
    const running = new Map<string, number>();
    const add = (party: string) => running.set(party, (running.get(party) ?? 0) + 1);
    for (const party of parties) add(party);
    const taken: QueuedJob[] = [];
    while (taken.length < count) {
      // What was taken before a failure has to be worked on.
      const next = await takeOne(queue, running).catch((error: unknown) => {
        if (taken.length === 0) throw error;
        return [];
      });
      for (const job of next) add(partyOf(job));
      taken.push(...next);
      if (next.length === 0) break;
    }
    return taken;
  };
}

const partiesWith = (running: ReadonlyMap<string, number>, atLeast: number): string[] =>
  [...running].flatMap(([party, count]) => (count >= atLeast ? [party] : []));
