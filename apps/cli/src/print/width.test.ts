import { expect, it } from 'vitest';
import { columnsOf } from './terminal.ts';
import { padTo, widthOf, wrap, wrapBehind } from './width.ts';

it.each([
  ['', 0],
  ['example.com', 11],
  ['日本語', 6],
  ['한국', 4],
  ['ｆｕｌｌ', 8],
  ['Grüße', 5],
  ['u\u0308', 1],
  ['🦊', 2],
  ['👩\u200d🔬', 2],
  ['✓·?!✗–’', 7],
  ['🇩🇪', 2],
  ['1\ufe0f\u20e3', 2],
  ['ガｶﾞ', 4],
  ['เชียงใหม่', 7],
  ['α–Ж', 3],
  ['\u1112\u1161\u11ab', 2],
])('%j takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

it('pads to columns, not to characters', () => {
  expect(padTo('日本', 6)).toBe('日本  ');
  expect(padTo('longer', 3)).toBe('longer');
});

it.each([
  ['one two three', 8, ['one two', 'three']],
  ['one', 8, ['one']],
  ['', 8, ['']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['ab abcdefghij', 4, ['ab', 'abcd', 'efgh', 'ij']],
  ['AA:BB:CC:DD', 7, ['AA:BB:', 'CC:DD']],
  ['日本語日本語', 5, ['日本', '語日', '本語']],
  ['日本語', 1, ['日', '本', '語']],
  ['  two three', 6, ['  two', 'three']],
])('%j in %i columns', (text, columns, lines) => {
  expect(wrap(text, columns)).toEqual(lines);
});

it('never makes a line wider than requested, nor loses a character', () => {
  const text = 'O=Example,CN=例え テスト 🦊 issuing:CA TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 👩\u200d🔬 end';
  for (let columns = 2; columns < 100; columns += 1) {
    const lines = wrap(text, columns);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  }
});

it('indents continued lines below a prefix', () => {
  expect(wrapBehind('name  ', 'one two', 10)).toEqual(['name  one', '      two']);
});

it.each([
  ['60', 140, 60],
  [undefined, 140, 140],
  ['', undefined, 80],
  ['wide', undefined, 80],
  ['0', 100, 100],
  ['5', undefined, 20],
  [undefined, 0, 80],
])('COLUMNS=%s on a terminal of %s columns: %i', (variable, ofTerminal, columns) => {
  expect(columnsOf(variable, ofTerminal)).toBe(columns);
});
