import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NotARegistryFile, readRegistryFile } from './registry-file.ts';

const HEADER = 'Registry,Assignment,Organization Name,Organization Address\r\n';
const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const prefix = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: 6, maxLength: 6 });
const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'",\r\n <'), fc.string({ unit: 'grapheme' })) });
const row = fc.record({ prefix, owner: text.filter((owner) => owner.trim() !== ''), address: text });

test('reads back what was written', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const lines = rows.map(
        ({ prefix: digits, owner, address }) => `MA-L,${digits},${field(owner)},${field(address)}\r\n`,
      );
      const trimmed = rows.map((one) => ({ ...one, owner: one.owner.trim(), address: one.address.trim() }));
      expect(readRegistryFile(HEADER + lines.join(''))).toEqual(trimmed.map((one) => ({ registry: 'MA-L', ...one })));
    }),
  );
});

test('reads any text, or rejects it with a sentence', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), text), fc.boolean(), (any, hasHeader) => {
      try {
        readRegistryFile(hasHeader ? HEADER + any : any);
      } catch (error) {
        expect(error).toBeInstanceOf(NotARegistryFile);
      }
    }),
    { numRuns: 2_000 },
  );
});
