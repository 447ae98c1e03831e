import { expect, it, test } from 'vitest';
import { aliasPicture, aliasStations } from './pictures.ts';

const table = (recordName: string, ...data: string[][]) => ({ recordName, titles: ['Name', 'Value', 'TTL'], data });
const answer = (more: object) =>
  ({ domain: 'www.a.test', records: [], types: null, gaps: [], server: null, ...more }) as never;
const told = (more: object) =>
  aliasStations(answer(more)).map(({ state, title, texts, way, onWay }) => [state, title, texts ?? [], way, onWay]);
const alias = (from: string, to: string) => [from, to, '300'];

it('follows the aliases to the addresses, whatever the case of the names', () => {
  const records = [
    table('A', ['c.test', '192.0.2.1', '60'], ['other.test', '192.0.2.9', '60']),
    table('CNAME', alias('B.test', 'c.test.'), alias('www.a.test', 'b.TEST')),
    table('AAAA', ['c.test', '2001:db8::1', '60']),
  ];
  expect(told({ records })).toEqual([
    ['plain', 'www.a.test', [], undefined, undefined],
    ['plain', 'b.TEST', ['Alias'], undefined, 'TTL 300 s'],
    ['plain', 'c.test.', ['Alias'], undefined, 'TTL 300 s'],
    ['good', '2 addresses', ['192.0.2.1', '2001:db8::1'], undefined, 'TTL 60 s'],
  ]);
});

test.each([
  ['bad', {}],
  ['unknown', { types: ['A', 'CNAME'] }],
  ['unknown', { server: {} }],
  ['unknown', { gaps: [{ part: 'AAAA', code: 'timeout' }] }],
])('the end without addresses is %s with %j', (state, more) => {
  expect(told({ records: [table('CNAME', alias('www.a.test', 'b.test'))], ...more }).at(-1)?.[0]).toBe(state);
});

it('ends in a circle, and after 16 aliases', () => {
  expect(
    told({ records: [table('CNAME', alias('www.a.test', 'b.test'), alias('b.test', 'WWW.a.test'))] }).at(-1)?.[2],
  ).toEqual(['The aliases lead in a circle']);
  const many = Array.from({ length: 500 }, (_, at) =>
    alias(at === 0 ? 'www.a.test' : `n${at}.test`, `n${at + 1}.test`),
  );
  expect(told({ records: [table('CNAME', ...many)] }).length).toBeLessThan(20);
});

it('is not drawn for a name without aliases', () => {
  expect(aliasPicture(answer({ records: [table('A', ['www.a.test', '192.0.2.1', '60'])] }))).toBeNull();
  expect(aliasPicture(answer({}))).toBeNull();
});
