import { expect, test } from 'vitest';
import { codeInWords } from './code-in-words.ts';

test('a code without an explanation is told in words', () => {
  expect(codeInWords('database-old')).toBe('Database old');
  expect(codeInWords('tls')).toBe('Tls');
  expect(codeInWords('')).toBe('');
});
