import { expect, it } from 'vitest';
import { parseDictionary, parseItem, parseList } from './structured-fields.ts';

it.each([
  ['42', 'number', '42'],
  ['-4.25', 'number', '-4.25'],
  ['"a \\"b\\\\"', 'string', 'a "b\\'],
  ['*/a:b', 'token', '*/a:b'],
  [':aGk=:', 'bytes', 'aGk='],
  ['?0', 'boolean', '0'],
  ['@1659578233', 'date', '1659578233'],
])('the item %s', (text, kind, value) => {
  expect(parseItem(` ${text} `)?.item).toEqual({ kind, value });
});

it.each(['', '4.', '4.1234', '1234567890123456', '"a', '"é"', ':a', '?2', 'a b', '(a', '-', '=1'])(
  'no item: %j',
  (text) => {
    expect(parseItem(text)).toBeNull();
  },
);

it('lists have inner lists and parameters', () => {
  const members = parseList('a;q=1;x, (b "c";y=?0);z,d');
  expect(members?.map((member) => ('items' in member ? member.items.length : member.item.value))).toEqual([
    'a',
    2,
    'd',
  ]);
  expect([...(members?.[0]?.parameters.keys() ?? [])]).toEqual(['q', 'x']);
  expect(parseList('')).toEqual([]);
  expect([parseList('a,'), parseList('a b'), parseList('(a"b")')]).toEqual([null, null, null]);
});

it('in a dictionary a later member replaces an earlier one', () => {
  const members = parseDictionary('a=1, b, a=(x)');
  expect([...(members?.keys() ?? [])]).toEqual(['b', 'a']);
  expect(parseDictionary('a=1, B=2')).toBeNull();
});
