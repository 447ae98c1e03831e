import { expect, test } from 'vitest';
import type { Sent } from '../certificates.ts';
import { addSent } from './chain-watch.ts';

const sent = (...certificates: number[]): Sent => ({
  certificates: certificates.map((octet) => Uint8Array.of(octet)),
  ocspResponse: null,
  timestamps: [],
});

test('a chain is kept once, in another order it is another one, and what could not be read is none', () => {
  const all: Sent[] = [];
  for (const one of [sent(1, 2), sent(1, 2), sent(2, 1), { ...sent(), certificates: null }]) addSent(all, one);
  expect(all).toEqual([sent(1, 2), sent(2, 1)]);
});

test('a server with another certificate for each client does not keep us busy', () => {
  const all: Sent[] = [];
  for (let octet = 0; octet < 200; octet += 1) addSent(all, sent(octet));
  expect(all).toHaveLength(8);
});
