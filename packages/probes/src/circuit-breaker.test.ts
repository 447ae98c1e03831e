import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

function breaker() {
  let nowMs = 0;
  return { ...createCircuitBreaker(() => nowMs), later: (ms: number) => (nowMs += ms) };
}

test('opens after three failures in a row, for half a minute', () => {
  const { mayAsk, succeed, fail, later } = breaker();
  fail();
  fail();
  succeed();
  fail();
  fail();
  expect(mayAsk()).toBe(true);
  fail();
  expect(mayAsk()).toBe(false);
  later(29_999);
  expect(mayAsk()).toBe(false);
});

test('then lets one request decide', () => {
  const { mayAsk, succeed, fail, later } = breaker();
  for (let count = 0; count < 3; count += 1) fail();
  later(30_000);
  expect([mayAsk(), mayAsk()]).toEqual([true, false]);
  fail();
  expect(mayAsk()).toBe(false);
  later(30_000);
  expect(mayAsk()).toBe(true);
  succeed();
  expect([mayAsk(), mayAsk()]).toEqual([true, true]);
});

test('opens at once for a pause that the service requests', () => {
  const { mayAsk, fail, later } = breaker();
  fail(5_000);
  expect(mayAsk()).toBe(false);
  later(5_000);
  expect(mayAsk()).toBe(true);
});
