import { ToolError } from '@sonde/contract';
import { expect, test } from 'vitest';
import type { Net } from '../../net/net.ts';
import { oneAtATime } from './one-at-a-time.ts';

const door = () => ({}) as Net;
const forever = () => new Promise<never>(() => {});

test('a search below a domain that is searched is told to come back', async () => {
  const net = door();
  void oneAtATime(net, 'example.co.uk', forever);
  const refused = await oneAtATime(net, 'shop.example.co.uk', async () => 1).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ToolError);
  expect(refused).toMatchObject({ code: 'busy', retryAfterSeconds: 10 });
});

test('other domains, and other doors, are searched beside it', async () => {
  const net = door();
  void oneAtATime(net, 'example.co.uk', forever);
  expect(await oneAtATime(net, 'example.org.uk', async () => 1)).toBe(1);
  expect(await oneAtATime(door(), 'example.co.uk', async () => 2)).toBe(2);
});

test('the next one begins when it has ended, however it did', async () => {
  const net = door();
  await expect(oneAtATime(net, 'example.com', () => Promise.reject(new Error('no answer')))).rejects.toThrow(
    'no answer',
  );
  expect(await oneAtATime(net, 'www.example.com', async () => 1)).toBe(1);
});
