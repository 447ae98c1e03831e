import { expect, test } from 'vitest';
import { answerBytes } from './answer-memory.ts';

const MIB = 1024 * 1024;

test.each([
  ['a large machine', 24_576 * MIB, 0, 64],
  ['a machine with 1 GiB', 1024 * MIB, undefined, 32],
  ['a container with 512 MiB on a large machine', 24_576 * MIB, 512 * MIB, 16],
  ['a container without a limit', 1024 * MIB, Number.MAX_SAFE_INTEGER, 32],
])('answers take a bounded part of the memory of %s', (_, machine, allowed, mib) => {
  expect(answerBytes(machine, allowed)).toBe(mib * MIB);
});
