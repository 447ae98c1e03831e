import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readControlMessages } from './control-messages.ts';
import { decodeSocketAddress } from './socket-address.ts';

test('reads or skips any control messages, and terminates', () => {
  const kinds = fc.constantFrom([0, 2], [0, 11], [1, 35], [41, 25], [41, 52], [9, 9]);
  const message = fc.tuple(kinds, fc.uint8Array({ maxLength: 64 })).map(([[level = 0, type = 0], data]) => {
    const padded = new Uint8Array(16 + Math.ceil(data.length / 8) * 8);
    new DataView(padded.buffer).setUint32(0, 16 + data.length, true);
    padded.set([level, 0, 0, 0, type], 8);
    padded.set(data, 16);
    return [...padded];
  });
  const buffers = fc.oneof(
    fc.uint8Array({ maxLength: 256 }),
    fc.array(message, { maxLength: 6 }).map((parts) => Uint8Array.from(parts.flat())),
  );
  fc.assert(
    fc.property(buffers, fc.nat(300), (bytes, end) => {
      const { ttl, error } = readControlMessages(bytes.subarray(0, end));
      if (ttl !== null) expect(Number.isInteger(ttl)).toBe(true);
      if (error?.offender) expect([4, 16]).toContain(error.offender.length);
    }),
  );
});

test('returns an address of 4 or 16 bytes, or null', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect([undefined, 4, 16]).toContain(decodeSocketAddress(bytes)?.length);
    }),
  );
});
