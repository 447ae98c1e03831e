import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLabels } from './extensions.ts';

test('reads labels of the right size, or none, from any bytes', () => {
  const anywhere = fc.option(fc.nat(300), { nil: null });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), anywhere, fc.nat(140), (bytes, at, headerBytes) => {
      for (const { label, tc, ttl } of readLabels(bytes, at, headerBytes)) {
        expect(label).toBeLessThan(2 ** 20);
        expect(tc).toBeLessThan(8);
        expect(ttl).toBeLessThan(256);
      }
    }),
  );
});

test('reads a structure without checksum, whatever it contains', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const found = readLabels(Uint8Array.from([0x20, 0, 0, 0, ...bytes]), 0, 20);
      expect(found.length).toBeLessThanOrEqual(16);
    }),
  );
});
