import { createMemoryAllowances } from '@sonde/probes';
import { expect, it } from 'vitest';
import { configuredClient, tokenClient } from '../clients/token-client.ts';
import { createClientAllowances } from './client-allowances.ts';

const TOKEN_UNITS = 10;

function allowances() {
  const perMinute = (units: number) => ({ units, windowMs: 60_000 });
  const all = createClientAllowances(
    perMinute(3),
    (limit) => createMemoryAllowances(limit, () => 1_000),
    () => perMinute(TOKEN_UNITS),
  );
  /** How many calls of one unit pass before one is refused. */
  return async (client: string, network: string): Promise<number> => {
    for (let passed = 0; ; passed += 1) if (!(await all.take(client, 1, network)).isAllowed) return passed;
  };
}

const account = (id: number) => tokenClient(`member:${id}`);

it('accounts that are used from one network share the allowance of one token there', async () => {
  const spend = allowances();
  expect(await spend(account(1), '192.0.2.1')).toBe(TOKEN_UNITS);
  expect(await spend(account(2), '192.0.2.1')).toBe(0);
  expect(await spend(account(3), '192.0.2.2')).toBe(TOKEN_UNITS);
  // One account has no more than one allowance, wherever it is used.
  expect(await spend(account(3), '192.0.2.3')).toBe(0);
  // The network's own allowance is another one.
  expect(await spend('192.0.2.1', '192.0.2.1')).toBe(3);
});

it('those of a /48 share that of four', async () => {
  const spend = allowances();
  let passed = 0;
  for (let index = 0; index < 10; index += 1) passed += await spend(account(index), `2001:db8:1:${index}::/64`);
  expect(passed).toBe(4 * TOKEN_UNITS);
  expect(await spend(account(99), '2001:db8:2:1::/64')).toBe(TOKEN_UNITS);
});

it('tokens of the operator do not share it', async () => {
  const spend = allowances();
  expect(await spend(configuredClient('one'), '192.0.2.1')).toBe(TOKEN_UNITS);
  expect(await spend(configuredClient('two'), '192.0.2.1')).toBe(TOKEN_UNITS);
});

it('a call that the network may not make takes nothing from the account', async () => {
  const clock = () => 1_000;
  const all = createClientAllowances(
    { units: 3, windowMs: 60_000 },
    (limit) => createMemoryAllowances(limit, clock),
    () => ({ units: TOKEN_UNITS, windowMs: 60_000 }),
  );
  await all.take(account(1), TOKEN_UNITS, '192.0.2.1');
  for (let call = 0; call < 3; call += 1) {
    expect((await all.take(account(2), 5, '192.0.2.1')).isAllowed).toBe(false);
  }
  // From another network, all of its allowance is there.
  expect((await all.take(account(2), TOKEN_UNITS, '192.0.2.2')).isAllowed).toBe(true);
});
