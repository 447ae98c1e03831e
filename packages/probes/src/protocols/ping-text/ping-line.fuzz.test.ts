import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePingLine } from './ping-line.ts';

const words = fc.constantFrom(
  ...['64 bytes from', '192.0.2.1:', 'icmp_seq=', 'ttl=', 'time=', ' ms', '(DUP!)', 'From ', '2001:db8::1 '],
  ...['no answer yet for ', '5 packets transmitted, ', '1', '99999999999', '-1', '.', ' ', 'NaN', '\u0000'],
);

test('reads or skips any line, without delay', () => {
  const lines = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(lines, (text) => {
      const line = parsePingLine(text);
      if (line === null) return;
      const numbers = Object.values(line).filter((value) => typeof value === 'number');
      expect(numbers.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
      if (line.kind === 'error') expect(line.meaning).toMatch(/^[\x20-\x7e]*$/);
    }),
  );
});

test('reads the lines that ping prints', () => {
  const times = fc
    .tuple(fc.nat(99_999), fc.nat(999))
    .map(([whole, part]) => `${whole}.${String(part).padStart(3, '0')}`);
  fc.assert(
    fc.property(fc.nat(65_535), fc.nat(255), times, (seq, ttl, time) => {
      expect(parsePingLine(`64 bytes from 2001:db8::1: icmp_seq=${seq} ttl=${ttl} time=${time} ms`)).toEqual({
        kind: 'reply',
        seq,
        ttl,
        timeMs: Number(time),
        isDuplicate: false,
      });
    }),
  );
});
