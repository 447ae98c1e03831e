import { expect, test } from 'vitest';
import { formatMs } from './format-ms.ts';

test.each([
  [0.043, '0.04 ms'],
  [1.5, '1.50 ms'],
  [34.12, '34.1 ms'],
  [1500.4, '1500 ms'],
])('R2.87 R2.88 %d ms are written as %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text);
});
