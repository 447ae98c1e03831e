import { expect, it } from 'vitest';
import { oneTable } from './one-table.ts';

it('tables become one, with the columns of all', () => {
  const address = { title: 'A', columns: ['Name', 'Address'], rows: [['a.example', '192.0.2.1']] };
  const text = { title: 'TXT', columns: ['Name', 'Text'], rows: [['a.example', 'hello']] };
  expect(oneTable([address, text])).toEqual([
    {
      title: '',
      columns: ['Table', 'Name', 'Address', 'Text'],
      rows: [
        ['A', 'a.example', '192.0.2.1', ''],
        ['TXT', 'a.example', '', 'hello'],
      ],
    },
  ]);
  expect(oneTable([address])).toEqual([address]);
  expect(oneTable([])).toEqual([]);
});
