import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPairs } from '../../../targets/mac-address.ts';
import { macOfIpv6, readMacQuery } from '../../../targets/mac-query.ts';
import { fuzzRuns } from '../../../testing/fuzz-runs.ts';
import { readBits } from './bits.ts';
import { conventionsOf } from './blocks.ts';

const hex = fc.constantFrom(...'0123456789abcdef');
const digits = (length: number) => fc.string({ unit: hex, minLength: length, maxLength: length });

test('every address has a kind, and every statement about it a source', () => {
  fc.assert(
    fc.property(fc.oneof(digits(6), digits(7), digits(9), digits(12), digits(16)), (address) => {
      const { kind, scope, slap } = readBits(address);
      expect(['unicast', 'multicast', 'broadcast', 'none']).toContain(kind);
      if (slap !== null) expect([kind, scope]).toEqual(['unicast', 'local']);
      for (const { what, source } of conventionsOf(address)) expect(what.length * source.length).toBeGreaterThan(0);
    }),
    { numRuns: fuzzRuns(10_000) },
  );
});

test('every spelling of an address reads as that address', () => {
  const separated = (separator: string, size: number) => (address: string) =>
    (address.match(new RegExp(`.{${size}}`, 'g')) ?? []).join(separator);
  const spellings = fc.constantFrom(
    ...[
      separated(':', 2),
      separated('-', 2),
      separated('.', 4),
      separated(' ', 2),
      separated('-', 6),
      separated('', 12),
    ],
  );
  fc.assert(
    fc.property(digits(12), spellings, (address, spell) => {
      expect(readMacQuery(spell(address).toUpperCase())).toEqual({ target: inPairs(address) });
    }),
    { numRuns: fuzzRuns(10_000) },
  );
});

test('any text is either read or refused with an error message', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'0af:-. /x%') }),
  );
  fc.assert(
    fc.property(text, (input) => {
      const query = readMacQuery(input);
      if ('problem' in query) expect(query.problem).toMatch(/^[A-Z]/);
      else if (query.target.includes('::')) expect(macOfIpv6(query.target)).not.toBeNull();
      else expect(readMacQuery(query.target)).toEqual(query);
    }),
    { numRuns: fuzzRuns(10_000) },
  );
});
