import type { Evidence } from '@sonde/contract';
import { expect, it } from 'vitest';
import { fitEvidence, MAX_EVIDENCE_BYTES } from './evidence-size.ts';

type Exchange = Evidence['exchanges'][number];
const exchange = (id: number, octets: number) =>
  ({ id, pieces: [{ octets: 'A'.repeat(octets) }] }) as unknown as Exchange;

it('leaves out exchanges that there is no room for, and counts them', () => {
  const exchanges = Array.from({ length: 30 }, (_, index) => exchange(index, 80_000));
  const fitted = fitEvidence({ exchanges, leftOut: 2 } as Evidence);
  expect(JSON.stringify(fitted).length).toBeLessThan(MAX_EVIDENCE_BYTES + 100);
  expect(fitted.exchanges).toEqual(exchanges.slice(0, 12));
  expect(fitted.leftOut).toBe(20);
});

it('is unchanged if it is small', () => {
  const small = { exchanges: [exchange(1, 10)], leftOut: 0 } as unknown as Evidence;
  expect(fitEvidence(small)).toBe(small);
});
