import { expect, it } from 'vitest';
import { renderPairs, renderTable } from './table.ts';
import { widthOf } from './width.ts';

const titles = ['Name', 'Address', 'Text'];
const rows = [
  ['shop.example', '192.0.2.1', 'a text of several words that is too long for its column'],
  ['例え.example', '–', ''],
];

it('has columns as wide as their cells where they fit', () => {
  expect(renderTable(titles, rows, 100)).toEqual([
    'Name          Address    Text',
    'shop.example  192.0.2.1  a text of several words that is too long for its column',
    '例え.example  –',
  ]);
});

it('wraps the wide columns where they do not', () => {
  expect(renderTable(titles, rows, 50)).toEqual([
    'Name          Address    Text',
    'shop.example  192.0.2.1  a text of several words',
    '                         that is too long for its',
    '                         column',
    '例え.example  –',
  ]);
});

it('lists every row where columns would become too narrow', () => {
  expect(renderTable(titles, rows, 34)).toEqual([
    'Name     shop.example',
    'Address  192.0.2.1',
    'Text     a text of several words',
    '         that is too long for its',
    '         column',
    '',
    'Name     例え.example',
  ]);
});

it('has no line wider than asked, at any width', () => {
  const names = titles.map((title) => [title, `value of ${title} 例え例え例え例え例え`] as const);
  for (let columns = 20; columns < 120; columns += 1) {
    const lines = [...renderTable(titles, rows, columns), ...renderPairs(names, columns)];
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
  }
});

it('puts values below their names where there is no room beside them', () => {
  expect(renderPairs([['a long name', 'value']], 20)).toEqual(['a long name', '  value']);
  expect(renderPairs([['name', 'one two three']], 24)).toEqual(['name  one two three']);
});
