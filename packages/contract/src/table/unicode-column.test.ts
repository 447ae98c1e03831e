import { expect, it } from 'vitest';
import { withUnicodeNames } from './unicode-column.ts';

const table = (rows: readonly (readonly string[])[]) => ({ title: 'MX Records', columns: ['Name', 'Exchange'], rows });

it('an additional last column has the Unicode spelling of the names', () => {
  const rows = [
    ['xn--bcher-kva.de', 'mail.xn--bcher-kva.de'],
    ['example.com', 'mx.example.com'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ];
  expect(withUnicodeNames([table(rows)])).toEqual([
    {
      title: 'MX Records',
      columns: ['Name', 'Exchange', 'Unicode'],
      rows: [
        ['xn--bcher-kva.de', 'mail.xn--bcher-kva.de', 'bücher.de, mail.bücher.de'],
        ['example.com', 'mx.example.com', ''],
        ['xn--bcher-kva.de', 'xn--bcher-kva.de', 'bücher.de'],
      ],
    },
  ]);
});

it('tables without an IDN stay unchanged, even with invalid A-labels', () => {
  const tables = [table([['example.com', 'xn--a.test']])];
  expect(withUnicodeNames(tables)).toEqual(tables);
});
