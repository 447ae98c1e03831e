import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer, ownersNetwork } from './pacer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const v4 = (address: string) => ({ address, family: 4 as const });

test.each([
  ['45.90.11.2', '45.90.11.200', true],
  ['45.90.11.2', '45.90.12.2', false],
])('%s and %s have one owner: %s', (one, other, isSame) => {
  expect(ownersNetwork(v4(one)) === ownersNetwork(v4(other))).toBe(isSame);
});

test.each([
  ['2a0e:97c0:a::1', '2a0e:97c0:a:ffff::1', true],
  ['2a0e:97c0:a::1', '2a0e:97c0:b::1', false],
])('%s and %s have one owner: %s', (one, other, isSame) => {
  const network = (address: string) => ownersNetwork({ address, family: 6 });
  expect(network(one) === network(other)).toBe(isSame);
});

test('allows a thousand packets a second in total, and twenty to one network', async () => {
  const pacer = createPacer();
  const sent: string[] = [];
  for (let host = 1; host <= 30; host++) pacer.to(v4(`45.90.11.${host}`))(() => sent.push('one'));
  for (let network = 1; network <= 100; network++) pacer.to(v4(`45.91.${network}.1`))(() => sent.push('other'));
  const count = (kind: string) => sent.filter((one) => one === kind).length;
  expect(count('one')).toBe(1);
  await vi.advanceTimersByTimeAsync(99);
  expect([count('one'), count('other')]).toEqual([2, expect.closeTo(70, -1)]);
  await vi.advanceTimersByTimeAsync(900);
  expect([count('one'), count('other')]).toEqual([20, 100]);
});

test('does not send a cancelled packet', async () => {
  const pacer = createPacer();
  const schedule = pacer.to(v4('45.90.11.1'));
  const sent: number[] = [];
  schedule(() => sent.push(1));
  schedule(() => sent.push(2))();
  schedule(() => sent.push(3));
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([1, 3]);
});
