import { ToolError } from '@sonde/contract';
import { expect, test } from 'vitest';
import { createMemoryClaims } from '../../limits/claims.ts';
import { oneAtATime } from './one-at-a-time.ts';

const signal = new AbortController().signal;
const forever = () => new Promise<never>(() => {});

function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end: () => end() };
}

test('a second search below the same domain waits for the first one to end', async () => {
  const searches = createMemoryClaims();
  const first = held();
  const order: string[] = [];
  const one = oneAtATime(searches, 'example.co.uk', { signal }, first.run).then(() => order.push('first'));
  const two = oneAtATime(searches, 'example.co.uk', { signal }, async () => order.push('second'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(order).toEqual([]);
  first.end();
  await Promise.all([one, two]);
  expect(order).toEqual(['first', 'second']);
});

test('the next turn is that of the client that runs fewest searches, and then of the one that came first', async () => {
  const searches = createMemoryClaims();
  const first = held();
  const order: string[] = [];
  const run = (name: string, share: number) =>
    oneAtATime(searches, 'example.com', { signal, share: () => share }, async () => order.push(name));
  const running = oneAtATime(searches, 'example.com', { signal }, first.run);
  const all = [run('greedy 1', 3), run('greedy 2', 3), run('stranger', 1), run('greedy 3', 3)];
  first.end();
  await Promise.all([running, ...all]);
  expect(order).toEqual(['stranger', 'greedy 1', 'greedy 2', 'greedy 3']);
});

test('a search that waits for too long is refused as busy, with the time to retry', async () => {
  const searches = createMemoryClaims();
  void oneAtATime(searches, 'example.com', { signal }, forever);
  const waiting = { signal, maxWaitMs: 300 };
  const refused = await oneAtATime(searches, 'example.com', waiting, async () => 1).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ToolError);
  expect(refused).toMatchObject({ code: 'busy', retryAfterSeconds: 10 });
});

test('a visitor who leaves does not keep the others waiting', async () => {
  const searches = createMemoryClaims();
  const first = held();
  const running = oneAtATime(searches, 'example.com', { signal }, first.run);
  const leaving = new AbortController();
  const left = oneAtATime(searches, 'example.com', { signal: leaving.signal }, async () => 1);
  const staying = oneAtATime(searches, 'example.com', { signal }, async () => 2);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  first.end();
  await running;
  expect(await staying).toBe(2);
});

test('a search of another instance is noticed when it ends', async () => {
  const searches = createMemoryClaims();
  const release = await searches.claim('search example.com');
  const waiting = oneAtATime(searches, 'example.com', { signal }, async () => 1);
  setTimeout(() => release?.(), 100);
  expect(await waiting).toBe(1);
});

test('searches other domains at the same time', async () => {
  const searches = createMemoryClaims();
  void oneAtATime(searches, 'example.co.uk', { signal }, forever);
  expect(await oneAtATime(searches, 'example.org.uk', { signal }, async () => 1)).toBe(1);
});

test('starts a new search after the first has ended, even with a failure', async () => {
  const searches = createMemoryClaims();
  const failing = oneAtATime(searches, 'example.com', { signal }, () => Promise.reject(new Error('no answer')));
  await expect(failing).rejects.toThrow('no answer');
  expect(await oneAtATime(searches, 'example.com', { signal }, async () => 1)).toBe(1);
});
