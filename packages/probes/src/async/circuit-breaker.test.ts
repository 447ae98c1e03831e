import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

type BreakerRules = Parameters<typeof createCircuitBreaker>[0];
type Symptom = ReturnType<BreakerRules['symptomOf']>;

class Failed extends Error {
  readonly symptom: Symptom;
  constructor(symptom: Symptom) {
    super('failed');
    this.symptom = symptom;
  }
}

function breaker(rules: Partial<BreakerRules> = {}) {
  let nowMs = 0;
  let calls = 0;
  const { run } = createCircuitBreaker({
    failuresInARow: 3,
    pauseMs: 30_000,
    symptomOf: (error) => (error instanceof Failed ? error.symptom : 'works'),
    refusal: (last) => new Error('left alone', { cause: last }),
    now: () => nowMs,
    ...rules,
  });
  return {
    run,
    fail: (symptom: Symptom = 'fails', signal?: AbortSignal) =>
      run(() => Promise.reject(new Failed(symptom)), signal).catch((error: unknown) => (error as Error).message),
    call: () =>
      run(async () => {
        calls += 1;
        return calls;
      }).catch((error: unknown) => (error as Error).message),
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('opens after three failures in a row, for half a minute', async () => {
  const { fail, call, later } = breaker();
  await fail();
  await fail();
  expect(await call()).toBe(1);
  for (let count = 0; count < 3; count += 1) expect(await fail()).toBe('failed');
  expect(await call()).toBe('left alone');
  later(29_999);
  expect(await call()).toBe('left alone');
  later(1);
  expect(await call()).toBe(2);
});

test('then lets one call decide, while the others are refused', async () => {
  const { run, fail, call, later } = breaker();
  for (let count = 0; count < 3; count += 1) await fail();
  later(30_000);
  expect(await fail()).toBe('failed');
  expect(await call()).toBe('left alone');
  later(30_000);
  let comeBack = (_word: string) => {};
  const back = new Promise<string>((resolve) => {
    comeBack = resolve;
  });
  const trial = run(() => back);
  expect(await call()).toBe('left alone');
  comeBack('back');
  expect(await trial).toBe('back');
  expect(await call()).toBe(1);
});

test('opens at once for a pause that the service requests', async () => {
  const { fail, call, later } = breaker();
  await fail({ pauseMs: 5_000 });
  expect(await call()).toBe('left alone');
  later(5_000);
  expect(await call()).toBe(1);
});

test('a failure that shows that the service works closes it, and one of a caller who gave up changes nothing', async () => {
  const { fail, call, later } = breaker({ failuresInARow: 2 });
  await fail();
  await fail('works');
  await fail();
  expect(await call()).toBe(1);
  await fail();
  await fail('fails', AbortSignal.abort());
  await fail();
  expect(await call()).toBe('left alone');
  later(30_000);
  // The next one tries, since that trial decided nothing.
  await fail('fails', AbortSignal.abort());
  expect(await call()).toBe(2);
});

test('refuses with the last error if the rules say so', async () => {
  const { fail, run } = breaker({ failuresInARow: 1, refusal: (last) => last });
  await fail();
  await expect(run(async () => 1)).rejects.toBeInstanceOf(Failed);
});
