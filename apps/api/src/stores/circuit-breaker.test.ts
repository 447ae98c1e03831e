import { expect, it } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

const silent = Object.assign(new Error('silent'), { code: 'STORE_SILENT' });
const failing = (error: Error) => () => Promise.reject(error);

it('probes a silent store at intervals, and fails all other calls immediately', async () => {
  let nowMs = 0;
  const breaker = createCircuitBreaker(1_000, () => nowMs);
  await expect(breaker.run(failing(silent))).rejects.toBe(silent);
  let calls = 0;
  const answered = () => breaker.run(async () => ++calls);
  await expect(answered()).rejects.toBe(silent);
  expect(calls).toBe(0);
  nowMs = 1_000;
  let comeBack = (_word: string) => {};
  const back = new Promise<string>((resolve) => {
    comeBack = resolve;
  });
  const trial = breaker.run(() => back);
  await expect(answered()).rejects.toBe(silent);
  comeBack('back');
  expect(await trial).toBe('back');
  expect(await answered()).toBe(1);
});

it('treats every failure but a timeout as an answer', async () => {
  const breaker = createCircuitBreaker(1_000, () => 0);
  const refused = Object.assign(new Error('duplicate'), { code: '23505' });
  await expect(breaker.run(failing(refused))).rejects.toBe(refused);
  expect(await breaker.run(async () => 'asked')).toBe('asked');
});
