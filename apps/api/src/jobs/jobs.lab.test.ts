import type { JobStore, JobTurn, Queue, QueuedJob } from '@sonde/service/jobs/jobs';
import { createJobRun, type JobHandler } from '@sonde/service/jobs/run-jobs';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { createStore, type Store } from '../stores/store.ts';
import { oneAccountStore } from '../testing/account-stores.ts';
import { openJobs, sqlIn } from './store-jobs.ts';

const queueOf = (more: Partial<Queue> = {}): Queue => ({
  name: 'watch',
  atOnce: 10,
  leaseSeconds: 60,
  mostSeconds: 60,
  attempts: 3,
  backoffSeconds: 1,
  ...more,
});

const soon = (ms: number) => new Date(Date.now() + ms);

describe.each(oneAccountStore())('jobs in the %s store', (kind, variables) => {
  async function storeOf(given?: Awaited<ReturnType<typeof variables>>): Promise<Store> {
    const { SONDE_DATA_DIR: dataDir, ...more } = given ?? (await variables());
    const store = createStore({ dataDir, databaseUrl: more['DATABASE_URL'] ?? null }, { onError: () => {} });
    onTestFinished(() => store.close());
    return store;
  }

  async function opened(queues: readonly Queue[], store?: Store): Promise<JobStore> {
    const jobs = await openJobs(store ?? (await storeOf()), () => {});
    await jobs.open(queues);
    onTestFinished(() => jobs.close());
    return jobs;
  }

  const keysOf = (taken: readonly QueuedJob[]) => taken.map(({ key }) => key).toSorted();

  it('are taken once, with their data, and are gone when done', async () => {
    const queue = queueOf();
    const jobs = await opened([queue]);
    await jobs.send('watch', { key: 'a', data: { target: 'shop.test' } });
    await jobs.send('watch', { key: 'b' });
    const taken = await jobs.take(queue, 10);
    expect(taken.find(({ key }) => key === 'a')).toMatchObject({ data: { target: 'shop.test' }, attempt: 1 });
    expect(keysOf(taken)).toEqual(['a', 'b']);
    expect(await jobs.take(queue, 10)).toEqual([]);
    for (const job of taken) await jobs.done(queue, job);
    expect(await jobs.counts([queue])).toMatchObject([{ due: 0, active: 0, waiting: 0, dead: 0 }]);
  });

  inLongSet(it)('wait for their time; of a key, one waits, at the earlier time', async () => {
    const queue = queueOf();
    const jobs = await opened([queue]);
    await jobs.send('watch', { key: 'a', runAt: soon(60_000), data: { number: 1 } });
    await jobs.send('watch', { key: 'b', runAt: soon(60_000) });
    expect(await jobs.take(queue, 10)).toEqual([]);
    expect(await jobs.counts([queue])).toMatchObject([{ due: 0, waiting: 2 }]);
    await jobs.send('watch', { key: 'a', runAt: soon(-1_000), data: { number: 2 } });
    await jobs.send('watch', { key: 'b', runAt: soon(120_000) });
    const taken = await jobs.take(queue, 10);
    expect(taken).toMatchObject([{ key: 'a', data: { number: 2 } }]);
    expect(await jobs.counts([queue])).toMatchObject([{ active: 1, waiting: 1 }]);
  });

  it('of one key never run at once, and one that is sent meanwhile runs afterwards', async () => {
    const queue = queueOf();
    const jobs = await opened([queue]);
    await jobs.send('watch', { key: 'a', data: { number: 1 } });
    const [first] = await jobs.take(queue, 10);
    await jobs.send('watch', { key: 'a', data: { number: 2 } });
    await jobs.send('watch', { key: 'b' });
    expect(keysOf(await jobs.take(queue, 10))).toEqual(['b']);
    if (first === undefined) throw new Error('nothing was taken');
    await jobs.done(queue, first);
    await eventually(async () => expect(await jobs.take(queue, 10)).toMatchObject([{ data: { number: 2 } }]));
  });

  inLongSet(it)('are tried again after a pause, and are dead letters in the end', async () => {
    const queue = queueOf({ attempts: 2 });
    const jobs = await opened([queue]);
    await jobs.send('watch', { key: 'a' });
    const [first] = await jobs.take(queue, 1);
    if (first === undefined) throw new Error('nothing was taken');
    await jobs.failed(queue, first, 'no answer');
    expect(await jobs.take(queue, 1)).toEqual([]);
    let second: QueuedJob | undefined;
    await eventually(async () => {
      [second] = await jobs.take(queue, 1);
      expect(second).toMatchObject({ key: 'a', attempt: 2 });
    });
    if (second !== undefined) await jobs.failed(queue, second, 'no answer');
    expect(await jobs.counts([queue])).toMatchObject([{ due: 0, active: 0, waiting: 0, dead: 1 }]);
  });

  it('of a worker that has ended are given to another one when the lease ends', async () => {
    const queue = queueOf({ leaseSeconds: 1, backoffSeconds: 1 });
    const jobs = await opened([queue]);
    await jobs.send('watch', { key: 'a' });
    expect(await jobs.take(queue, 1)).toHaveLength(1);
    await jobs.tidy([queue]);
    expect(await jobs.take(queue, 1)).toEqual([]);
    await eventually(async () => {
      await jobs.tidy([queue]);
      expect(await jobs.take(queue, 1)).toMatchObject([{ key: 'a', attempt: 2 }]);
    });
  });

  inLongSet(it)('stay with a worker that says that it is alive', async () => {
    const queue = queueOf({ leaseSeconds: 3, backoffSeconds: 1 });
    const jobs = await opened([queue]);
    await jobs.send('watch', { key: 'a' });
    const [mine] = await jobs.take(queue, 1);
    if (mine === undefined) throw new Error('nothing was taken');
    const endsAtMs = performance.now() + 4_000;
    while (performance.now() < endsAtMs) {
      await jobs.keep(queue, mine);
      await jobs.tidy([queue]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await jobs.counts([queue])).toMatchObject([{ active: 1, due: 0, waiting: 0 }]);
  });

  inLongSet(it)('belong to the transaction in which they are sent', async () => {
    const queue = queueOf();
    const store = await storeOf();
    const jobs = await opened([queue], store);
    const sendIn = (key: string, fails: boolean) =>
      store.use((db) =>
        db.transaction().execute(async (transaction) => {
          await jobs.send('watch', { key, within: sqlIn(transaction) });
          if (fails) throw new Error('rolled back');
        }),
      );
    await expect(sendIn('a', true)).rejects.toThrow();
    await sendIn('b', false);
    expect(keysOf(await jobs.take(queue, 10))).toEqual(['b']);
  });

  inLongSet(it)('of two workers are shared, and each is done once', async () => {
    const queue = queueOf({ atOnce: 5 });
    const given = await variables();
    const stores = [await storeOf(given), ...(kind === 'postgresql' ? [await storeOf(given)] : [])];
    const done: string[] = [];
    const handlers: Record<string, JobHandler> = {
      watch: async ({ key }) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        done.push(key);
      },
    };
    const all = await Promise.all(stores.map((store) => opened([queue], store)));
    const names = Array.from({ length: 60 }, (_, index) => `target-${index}`);
    for (const key of names) await all[0]?.send('watch', { key });
    const errors: unknown[] = [];
    for (const store of all) {
      const onError = (error: unknown) => void errors.push(error);
      const run = createJobRun({ store, queues: [queue], handlers, onError, pollMs: 20 });
      run.begin();
      onTestFinished(() => run.stop());
    }
    await eventually(() => expect(done.length).toBeGreaterThanOrEqual(60));
    expect(errors).toEqual([]);
    expect(done.toSorted()).toEqual(names.toSorted());
  });

  it('of a fair queue are of the party of which fewest run, then those served least', async () => {
    const queue = queueOf({ isFair: true });
    const jobs = await opened([queue]);
    const send = (key: string, party: string, served = 0) =>
      jobs.send('watch', { key, data: { party, served } satisfies JobTurn });
    for (const key of ['a1', 'a2', 'a3']) await send(key, 'a');
    await send('b1', 'b', 30);
    await send('c1', 'c', 20.5);
    await send('b2', 'b', 10);
    const taken = await jobs.take(queue, 4);
    expect(taken.map(({ key }) => key).slice(1)).toEqual(['b2', 'c1', expect.stringMatching(/^a/)]);
    expect(taken[0]?.key).toMatch(/^a/);
    expect((await jobs.take(queue, 10)).map(({ key }) => key)).toEqual(['b1', expect.stringMatching(/^a/)]);
    expect(await jobs.take(queue, 1)).toEqual([]);
  });

  inLongSet(it)('that are due can be seen, and which keys have none', async () => {
    const queue = queueOf();
    const jobs = await opened([queue]);
    await jobs.send('watch', { key: 'running' });
    await jobs.take(queue, 1);
    await jobs.send('watch', { key: 'running' });
    await jobs.send('watch', { key: 'due', data: { number: 1 } });
    await jobs.send('watch', { key: 'later', runAt: soon(60_000) });
    expect(await jobs.due('watch')).toEqual([{ key: 'due', data: { number: 1 } }]);
    expect(await jobs.lacking('watch', ['running', 'lost', 'due', 'later', 'gone'])).toEqual(['lost', 'gone']);
    expect(await jobs.lacking('watch', [])).toEqual([]);
  });

  inLongSet(it)('that another worker has been given are stopped, and are ended by that worker only', async () => {
    const queue = queueOf({ leaseSeconds: 1, atOnce: 1 });
    const jobs = await opened([queue]);
    // This worker cannot say that it is alive, until another one has its job.
    let isHeard = false;
    const silent: JobStore = { ...jobs, keep: async (...of) => !isHeard || jobs.keep(...of), tidy: async () => {} };
    const reasons: unknown[] = [];
    let isRunning = false;
    const handlers: Record<string, JobHandler> = {
      watch: (_job, signal) =>
        new Promise((_resolve, reject) => {
          isRunning = true;
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            reject(signal.reason);
          });
        }),
    };
    await jobs.send('watch', { key: 'a' });
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const run = createJobRun({ store: silent, queues: [queue], handlers, onError, pollMs: 3_600_000 });
    run.begin();
    onTestFinished(() => run.stop());
    await eventually(() => expect(isRunning).toBe(true));
    let other: QueuedJob | undefined;
    await eventually(async () => {
      await jobs.tidy([queue]);
      [other] = await jobs.take(queue, 1);
      expect(other).toMatchObject({ key: 'a', attempt: 2 });
    });
    isHeard = true;
    await eventually(() => expect(reasons).toEqual([new Error('another worker has the job')]));
    const old = { ...(other as QueuedJob), attempt: 1 };
    await jobs.done(queue, old);
    await jobs.failed(queue, old, 'too late');
    expect([await jobs.keep(queue, old), await jobs.keep(queue, other as QueuedJob)]).toEqual([false, true]);
    expect([errors, await jobs.counts([queue])]).toMatchObject([[], [{ active: 1, due: 0, waiting: 0, dead: 0 }]]);
  });

  inLongSet(it)('of a worker that stops are given to another one at once, as if they had not been tried', async () => {
    const queue = queueOf({ leaseSeconds: 3_600, attempts: 1 });
    const jobs = await opened([queue]);
    let isRunning = false;
    const handlers: Record<string, JobHandler> = {
      watch: (_job, signal) =>
        new Promise((_resolve, reject) => {
          isRunning = true;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    await jobs.send('watch', { key: 'a', data: { number: 1 } });
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const run = createJobRun({ store: jobs, queues: [queue], handlers, onError, pollMs: 20 });
    run.begin();
    onTestFinished(() => run.stop());
    await eventually(() => expect(isRunning).toBe(true));
    await run.stop();
    expect(errors).toEqual([]);
    const taken: QueuedJob[] = [];
    // Due from the millisecond on in which it was given back.
    await eventually(async () => {
      taken.push(...(await jobs.take(queue, 10)));
      expect(taken).toMatchObject([{ key: 'a', data: { number: 1 }, attempt: 1 }]);
    });
    expect(await jobs.counts([queue])).toMatchObject([{ active: 1, due: 0, waiting: 0, dead: 0 }]);
  });

  inLongSet(it)('that leave let others start while they end, twice as many at most', async () => {
    const queue = queueOf({ atOnce: 2 });
    const jobs = await opened([queue]);
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const handlers: Record<string, JobHandler> = {
      watch: ({ key }, _signal, leave) => {
        started.push(key);
        leave();
        return new Promise((resolve) => ends.push(resolve));
      },
    };
    for (const key of ['a', 'b', 'c', 'd', 'e']) await jobs.send('watch', { key });
    const run = createJobRun({ store: jobs, queues: [queue], handlers, onError: () => {}, pollMs: 20 });
    run.begin();
    onTestFinished(() => run.stop());
    await eventually(() => expect(started).toHaveLength(4));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(started).toHaveLength(4);
    for (const end of ends) end();
    await eventually(() => expect(started.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']));
    ends.at(-1)?.();
  });
});
