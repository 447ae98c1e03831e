import { expect, test } from 'vitest';
import { nothingObserved } from '../observed.ts';
import { noteServerKey } from './dh-keys.ts';

const DHE_RSA = 0x0033;
const DH_ANON = 0x0034;
const keyOf = (bits: number, fill = 0xff) => ({
  kind: 'finite-field' as const,
  bits,
  prime: new Uint8Array(bits / 8).fill(fill),
  generator: null,
  key: null,
});

test('keeps the smallest key of all, and of suites that authenticate the server', () => {
  const observed = nothingObserved();
  noteServerKey(observed, DHE_RSA, keyOf(2048));
  noteServerKey(observed, DH_ANON, keyOf(1024));
  expect(observed).toMatchObject({ minDhBits: 1024, minAuthenticatedDhBits: 2048 });
});

test('keeps each prime once, and at most eight from a server that generates new ones', () => {
  const observed = nothingObserved();
  noteServerKey(observed, DHE_RSA, keyOf(2048));
  noteServerKey(observed, DHE_RSA, keyOf(2048));
  expect(observed.dhPrimes).toMatchObject([{ bits: 2048, name: null }]);
  for (let fill = 128; fill < 160; fill += 1) noteServerKey(observed, DHE_RSA, keyOf(2048, fill));
  expect(observed.dhPrimes).toHaveLength(8);
});
