import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@sonde/lab';
import fc from 'fast-check';
import { Reader, type Response } from 'mmdb-lib';
import { expect, onTestFinished, test } from 'vitest';
import { createMmdbWriter } from './mmdb-writer.ts';

const description = { databaseType: 'Test', description: 'for a test', builtAt: new Date('2026-06-17T00:00:00Z') };
const first6 = 0x2001_0db8n << 96n;

/** A file with some IPv4 and IPv6 networks. */
function sample(): Buffer {
  const writer = createMmdbWriter();
  const long = 'x'.repeat(300);
  writer.add(0x0100_0000n, 0x0100_00ffn, { number: 1, name: 'one' });
  // No block of a power of two: /30, /31 and /32.
  writer.add(0x0100_0101n, 0x0100_0107n, { number: 70_000, name: long });
  writer.add(0xff00_0000n, 0xffff_ffffn, { number: 1, name: 'one' });
  writer.add(first6, first6 + (1n << 96n) - 1n, { number: 4_200_000_000, name: 'Zürich' });
  return writer.finish(description);
}

test('another reader finds what was written, at both ends of every range and not beside it', () => {
  const reader = new Reader<Response>(sample());
  const nameOf = (address: string) => (reader.get(address) as unknown as { name: string } | null)?.name ?? null;
  expect(nameOf('0.255.255.255')).toBeNull();
  expect(nameOf('1.0.0.0')).toBe('one');
  expect(nameOf('1.0.0.255')).toBe('one');
  expect(nameOf('1.0.1.0')).toBeNull();
  expect(nameOf('1.0.1.1')).toHaveLength(300);
  expect(nameOf('1.0.1.7')).toHaveLength(300);
  expect(nameOf('1.0.1.8')).toBeNull();
  expect(nameOf('255.255.255.255')).toBe('one');
  expect(nameOf('2001:db8::')).toBe('Zürich');
  expect(nameOf('2001:db8:ffff:ffff:ffff:ffff:ffff:ffff')).toBe('Zürich');
  expect(nameOf('2001:db9::')).toBeNull();
  expect(reader.metadata).toMatchObject({ databaseType: 'Test', ipVersion: 6, buildEpoch: description.builtAt });
});

test("the publisher's own reader takes it", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-mmdb-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'sample.mmdb');
  await writeFile(path, sample());
  const said = await runCommand('mmdblookup', ['--verbose', '--file', path, '--ip', '2001:db8::1']);
  expect(said).toContain('Build epoch:   1781654400 (2026-06-17');
  expect(said).toContain('IP version:    IPv6');
  expect(said).toMatch(/"number":\s+4200000000 <uint32>\s+"name":\s+"Zürich" <utf8_string>/);
  expect(await runCommand('mmdblookup', ['--file', path, '--ip', '1.0.1.7'])).toContain('70000 <uint32>');
});

test('any ranges come back as they were given', () => {
  const bound = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(fc.uniqueArray(bound, { minLength: 2, maxLength: 40 }), (bounds) => {
      const sorted = bounds.sort((a, b) => a - b);
      const ranges = sorted.flatMap((from, index) => {
        const to = sorted[index + 1];
        return index % 2 === 0 && to !== undefined ? [{ from, to }] : [];
      });
      const writer = createMmdbWriter();
      for (const { from, to } of ranges) writer.add(BigInt(from), BigInt(to), { from });
      const reader = new Reader<Response>(writer.finish(description));
      for (const address of sorted
        .flatMap((one) => [one - 1, one, one + 1])
        .filter((one) => one >= 0 && one < 2 ** 32)) {
        const expected = ranges.find(({ from, to }) => address >= from && address <= to);
        expect(reader.get(dotted(address))).toEqual(expected === undefined ? null : { from: expected.from });
      }
    }),
    { numRuns: 50 },
  );
});

test('what overlaps or comes too early is refused', () => {
  const writer = createMmdbWriter();
  writer.add(10n, 20n, { number: 1 });
  for (const [first, last] of [
    [20n, 30n],
    [5n, 6n],
    [40n, 39n],
  ] as const) {
    expect(() => writer.add(first, last, { number: 2 })).toThrow(RangeError);
  }
});

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}
