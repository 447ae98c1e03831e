// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { ExchangeFilter } from './exchange-filter.ts';
import { fittingExchanges } from './fitting.ts';
import { readEvidence } from './read-evidence.ts';
import { recorded } from './testing/recorded.ts';

/** `many.edge.test A, CNAME, TXT`. */
const exchanges = recorded('dns');
const numbers = (...filters: ExchangeFilter[]) => fittingExchanges(exchanges, filters).map(({ number }) => number);
const asked = (name: string, ...types: string[]) => ({ question: { name, ...(types.length > 0 && { types }) } });

describe('what BIND was asked', () => {
  it('for one type: the truncated answer, and the same over TCP', () => {
    expect(numbers(asked('many.edge.test', 'A'))).toEqual([1, 4]);
    expect(numbers(asked('many.edge.test', 'TXT'))).toEqual([3]);
  });

  it('for any type, regardless of letter case and a trailing dot', () => {
    expect(numbers(asked('Many.Edge.Test.'))).toEqual([1, 2, 3, 4]);
  });

  it('not for other names and types, however similar', () => {
    expect(numbers(asked('edge.test', 'A'))).toEqual([]);
    expect(numbers(asked('many.edge.test', 'AA'))).toEqual([]);
    expect(numbers(asked('any.edge.test', 'A'))).toEqual([]);
  });

  it('an address that stands for the resolver is not an address in the answer', () => {
    expect(numbers({ address: '198.51.100.1' })).toEqual([]);
  });

  it('all conditions must hold, one filter must match, and an empty filter matches nothing', () => {
    expect(numbers({ ...asked('many.edge.test', 'A'), services: ['tls'] })).toEqual([]);
    expect(numbers(asked('many.edge.test', 'CNAME'), asked('many.edge.test', 'TXT'))).toEqual([2, 3]);
    expect(numbers({})).toEqual([]);
    expect(numbers()).toEqual([]);
  });
});

it('evidence that cannot be read has no exchanges', () => {
  expect(readEvidence({ exchanges: 'none' })).toBeNull();
  expect(readEvidence(null)).toBeNull();
});
