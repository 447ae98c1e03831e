import { ToolError } from '@sonde/contract';
import { expect, test } from 'vitest';
import { createMemoryClaims } from '../../limits/claims.ts';
import { oneAtATime } from './one-at-a-time.ts';

const forever = () => new Promise<never>(() => {});

test('refuses a second search below the same domain as busy, with the time to retry', async () => {
  const searches = createMemoryClaims();
  void oneAtATime(searches, 'example.co.uk', forever);
  const refused = await oneAtATime(searches, 'example.co.uk', async () => 1).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ToolError);
  expect(refused).toMatchObject({ code: 'busy', retryAfterSeconds: 10 });
});

test('searches other domains at the same time', async () => {
  const searches = createMemoryClaims();
  void oneAtATime(searches, 'example.co.uk', forever);
  expect(await oneAtATime(searches, 'example.org.uk', async () => 1)).toBe(1);
});

test('starts a new search after the first has ended, even with a failure', async () => {
  const searches = createMemoryClaims();
  const failing = oneAtATime(searches, 'example.com', () => Promise.reject(new Error('no answer')));
  await expect(failing).rejects.toThrow('no answer');
  expect(await oneAtATime(searches, 'example.com', async () => 1)).toBe(1);
});
