import { expect, it } from 'vitest';
import { withUnicodeNames } from './export-unicode.ts';

const table = (rows: readonly (readonly string[])[]) => ({ title: 'MX Records', titles: ['Name', 'Exchange'], rows });

it('a last column has the Unicode spelling of the names in each row', () => {
  const rows = [
    ['xn--bcher-kva.de', 'mail.xn--bcher-kva.de'],
    ['example.com', 'mx.example.com'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ];
  expect(withUnicodeNames([table(rows)])).toEqual([
    {
      title: 'MX Records',
      titles: ['Name', 'Exchange', 'Unicode'],
      rows: [
        ['xn--bcher-kva.de', 'mail.xn--bcher-kva.de', 'bücher.de, mail.bücher.de'],
        ['example.com', 'mx.example.com', ''],
        ['xn--bcher-kva.de', 'xn--bcher-kva.de', 'bücher.de'],
      ],
    },
  ]);
});

it('tables without an IDN stay as they are, forged A-labels included', () => {
  const tables = [table([['example.com', 'xn--a.test']])];
  expect(withUnicodeNames(tables)).toEqual(tables);
});
