import { expect, onTestFinished, test } from 'vitest';
import { startDelayProxy } from './delay-proxy.ts';
import { dig } from './dns-lab.ts';
import { startLiar } from './liar.ts';
import type { LieName } from './lies.ts';

async function askDelayed(lie: LieName): Promise<string> {
  const liar = await startLiar(lie);
  onTestFinished(() => liar.stop());
  const proxy = await startDelayProxy({ target: liar.address, delayMs: 40 });
  onTestFinished(() => proxy.stop());
  return dig(proxy.address, ['+tries=1', 'www.lab.test']);
}

test('a reply by UDP comes a round trip later', async () => {
  const log = await askDelayed('answer');
  expect(log).toMatch(/ANSWER: 1,/);
  expect(Number(/Query time: (\d+) msec/.exec(log)?.[1])).toBeGreaterThanOrEqual(79);
});

test('TCP goes through as well', async () => {
  const log = await askDelayed('truncated');
  expect(log).toMatch(/retrying in TCP[\s\S]*ANSWER: 2,/);
  expect(Number(/Query time: (\d+) msec/.exec(log)?.[1])).toBeGreaterThanOrEqual(79);
});
