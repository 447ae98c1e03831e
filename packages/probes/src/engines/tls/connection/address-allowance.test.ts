import { ToolError } from '@sonde/contract';
import { expect, test } from 'vitest';
import { createFairAllowance } from '../../../limits/fair-allowance.ts';
import { createAddressAllowance } from './address-allowance.ts';
import { budgetLimits } from './budget.ts';

const signal = new AbortController().signal;
const at = (address: string) => ({ address, family: 4 }) as const;
const CDN = '192.0.2.1';

function allowancesAt() {
  const clock = { ms: 1_000_000 };
  return { clock, store: createFairAllowance({ units: 300, windowMs: 30_000 }, () => clock.ms) };
}

async function refusalOf(work: Promise<unknown>): Promise<ToolError> {
  const error = await work.then(
    () => expect.fail('it was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof ToolError) return error;
  throw error;
}

test('never makes a single check wait for the connections that it may use', async () => {
  const check = createAddressAllowance(allowancesAt().store);
  await check.admit(at(CDN), signal);
  for (let count = 0; count < budgetLimits.connections; count += 1) {
    await expect(check.take(CDN, signal)).resolves.toBeUndefined();
  }
});

test('lets eleven sites at one address be checked concurrently, and returns unused connections', async () => {
  const { store } = allowancesAt();
  const checks = Array.from({ length: 12 }, () => createAddressAllowance(store));
  for (const check of checks) await check.admit(at(CDN), signal);
  for (const check of checks) for (let count = 0; count < 10; count += 1) await check.take(CDN, signal);
  for (const check of checks) check.end();
  expect(store.take(`tls ${CDN}`, 0)).toMatchObject({ remaining: 180 });
});

test('limits an address to 300 connections and ten a second, over all ports and names', async () => {
  const { store, clock } = allowancesAt();
  let connections = 0;
  let refused = 0;
  for (let tenth = 0; tenth < 43; tenth += 1) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const check = createAddressAllowance(store);
      // Nothing waits here: the clock stands still, so a refusal must come at once.
      const gone = AbortSignal.timeout(1);
      const isAdmitted = await check.admit(at(CDN), gone).then(
        () => true,
        () => false,
      );
      if (!isAdmitted) {
        refused += 1;
        continue;
      }
      for (let count = 0; count < 25; count += 1) {
        await check.take(CDN, signal);
        connections += 1;
      }
      check.end();
    }
    clock.ms += 100;
  }
  expect(refused).toBeGreaterThan(50);
  expect(connections).toBeLessThanOrEqual(300 + 43);
  expect(connections).toBeGreaterThan(290);
});

test('tells a refused check when to retry, and does not affect other addresses', async () => {
  const { store } = allowancesAt();
  store.take(`tls ${CDN}`, 300);
  const check = createAddressAllowance(store);
  expect(await refusalOf(check.admit(at(CDN), signal))).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 3 });
  await check.admit(at('192.0.2.2'), signal);
});

test('waits for a short time, and stops when the caller aborts', async () => {
  const store = createFairAllowance({ units: 25, windowMs: 500 }, () => performance.now());
  store.take(`tls ${CDN}`, 25);
  const leaving = new AbortController();
  const left = createAddressAllowance(store).admit(at(CDN), leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const check = createAddressAllowance(store);
  await check.admit(at(CDN), signal);
  await check.take(CDN, signal);
});
