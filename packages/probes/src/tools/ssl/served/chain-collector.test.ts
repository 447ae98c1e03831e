import { expect, test } from 'vitest';
import type { ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import { addChain } from './chain-collector.ts';

const sent = (...certificates: number[]): ServedChain => ({
  certificates: certificates.map((octet) => Uint8Array.of(octet)),
  ocspResponse: null,
  timestamps: [],
});

test('keeps a chain once, keeps another order as another chain, and leaves out unreadable chains', () => {
  const all: ServedChain[] = [];
  for (const one of [sent(1, 2), sent(1, 2), sent(2, 1), { ...sent(), certificates: null }]) addChain(all, one);
  expect(all).toEqual([sent(1, 2), sent(2, 1)]);
});

test('limits the chains of a server with a new certificate for each client', () => {
  const all: ServedChain[] = [];
  for (let octet = 0; octet < 200; octet += 1) addChain(all, sent(octet));
  expect(all).toHaveLength(8);
});
