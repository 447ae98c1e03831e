import { expect, it } from 'vitest';
import { printable, printableJson } from './printable.ts';

it.each([
  ['\u001b[31mred', '\\x1b[31mred'],
  ['\u009b31m', '\\x9b31m'],
  ['a\nb\r\tc\u0000\u007f', 'a\\x0ab\\x0d\\x09c\\x00\\x7f'],
  ['safe\u202eexe.txt', 'safe\\u202eexe.txt'],
  ['\ud800', '\\ud800'],
  ['pay\u200bpal\u00ad\ufffe', 'pay\\u200bpal\\xad\\ufffe'],
  ['a\u{e0041}', 'a\\udb40\\udc41'],
  ['نمی\u200cخواهم 👩\u200d🔬', 'نمی\u200cخواهم 👩\u200d🔬'],
  ['Grüße 🦊 «日本» \\"', 'Grüße 🦊 «日本» \\"'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('keeps the value of JSON while no control character is left in it', () => {
  const value = { a: ['\u001b]0;title\u0007', '\u009b2J', '\u007f', '\u202e', '\ufeff', '\u{e0041}', 'ü🦊\n', '\\"'] };
  const json = printableJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\ufeff]/u);
});

it('puts a value on one line on request', () => {
  expect(printableJson({ a: ['\n', '\u009b'] }, 0)).toBe('{"a":["\\n","\\u009b"]}');
});
