import { expect, test } from 'vitest';
import { answerBytes, entryBytes } from './answer-memory.ts';

const MIB = 1024 * 1024;

test.each([
  ['a large machine', 24_576 * MIB, 0, 32],
  ['a machine with 1 GiB', 1024 * MIB, undefined, 32],
  ['a container with 512 MiB on a large machine', 24_576 * MIB, 512 * MIB, 16],
  ['a container without a limit', 1024 * MIB, Number.MAX_SAFE_INTEGER, 32],
])('answers take a bounded part of the memory of %s', (_, machine, allowed, mib) => {
  expect(answerBytes(machine, allowed)).toBe(mib * MIB);
});

test('an answer counts with what its text takes in memory, which is twice as much with one character beyond Latin-1', () => {
  const bytesOf = (body: string) => entryBytes('key', [body]) - entryBytes('key', ['']);
  expect(bytesOf('a'.repeat(1000))).toBe(1000);
  expect(bytesOf('é'.repeat(1000))).toBe(1000);
  expect(bytesOf(`${'a'.repeat(999)}’`)).toBe(2000);
});

test('all results of a query count', () => {
  expect(entryBytes('key', ['aa', 'b’'])).toBe(entryBytes('key', []) + 2 + 4);
});
