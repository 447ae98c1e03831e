import type { JobStore, Queue } from '@sonde/service/jobs/jobs';
import { createJobRun, type JobHandler } from '@sonde/service/jobs/run-jobs';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createStore } from '../stores/store.ts';
import { oneAccountStore } from '../testing/account-stores.ts';
import { openJobs } from './store-jobs.ts';

const queue: Queue = {
  ...{ name: 'watch', atOnce: 8, leaseSeconds: 60, mostSeconds: 60, attempts: 3, backoffSeconds: 1 },
  sharesPlaces: true,
};

describe.each(oneAccountStore())('a queue whose places are shared, in the %s store', (_kind, variables) => {
  async function opened(): Promise<JobStore> {
    const { SONDE_DATA_DIR: dataDir, ...more } = await variables();
    const store = createStore({ dataDir, databaseUrl: more['DATABASE_URL'] ?? null }, { onError: () => {} });
    onTestFinished(() => store.close());
    const jobs = await openJobs(store, () => {});
    await jobs.open([queue]);
    onTestFinished(() => jobs.close());
    return jobs;
  }
  const sendTo = (jobs: JobStore) => (party: string, number: number) =>
    jobs.send('watch', { key: `${party}${number}`, data: { party } });

  /** Works on jobs that end when the test has them end. */
  function work(jobs: JobStore) {
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const handlers: Record<string, JobHandler> = {
      watch: ({ key }) => {
        started.push(key);
        return new Promise((resolve) => ends.set(key, resolve));
      },
    };
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const run = createJobRun({ store: jobs, queues: [queue], handlers, onError, pollMs: 20 });
    onTestFinished(async () => {
      const stopped = run.stop();
      for (const end of ends.values()) end();
      await stopped;
      expect(errors).toEqual([]);
    });
    run.begin();
    return { started, end: (key: string | undefined) => ends.get(key ?? '')?.() };
  }

  it('takes no job of the parties that are left out', async () => {
    const jobs = await opened();
    const send = sendTo(jobs);
    for (const party of ['a', 'b', 'c']) await send(party, 1);
    await jobs.send('watch', { key: 'of nobody' });
    expect((await jobs.take(queue, 10, ['a', 'b', ''])).map(({ key }) => key)).toEqual(['c1']);
    expect(await jobs.take(queue, 10, ['a', 'b', ''])).toEqual([]);
    const rest = (await jobs.take(queue, 10)).map(({ key }) => key);
    expect(rest.toSorted()).toEqual(['a1', 'b1', 'of nobody']);
  });

  it('begins the job of somebody else at once, however many of one party wait and hang', async () => {
    const jobs = await opened();
    const send = sendTo(jobs);
    for (let number = 0; number < 20; number++) await send('many', number);
    const { started, end } = work(jobs);
    await eventually(() => expect(started).toHaveLength(6));
    await send('one', 1);
    await eventually(() => expect(started).toContain('one1'));
    expect(started).toHaveLength(7);
    end('one1');
    end(started[0]);
    await eventually(() => expect(started).toHaveLength(8));
  });

  it('gives what becomes free to the party of which fewest run', async () => {
    const jobs = await opened();
    const send = sendTo(jobs);
    for (let number = 0; number < 20; number++) await send('many', number);
    const { started, end } = work(jobs);
    await eventually(() => expect(started).toHaveLength(6));
    for (let number = 0; number < 10; number++) await send('few', number);
    const few = () => started.filter((key) => key.startsWith('few')).length;
    await eventually(() => expect(few()).toBe(2));
    for (const [index, key] of started.slice(0, 2).entries()) {
      end(key);
      await eventually(() => expect(few()).toBe(3 + index));
    }
  });
});
