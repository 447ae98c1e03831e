import { expect, it, test } from 'vitest';
import { allOptions } from './command-line.ts';
import { read } from './testing/read.ts';

test.each([['example.com'], ['192.0.2.1'], ['2001:db8::1'], ['https://example.com/path'], ['postmaster@example.com']])(
  'a target alone is a report: %s',
  async (target) => {
    expect(await read([target])).toMatchObject({ name: 'report', target, format: null });
    expect(await read(['-j', target, '--fail-on', 'bad'])).toMatchObject({
      name: 'report',
      format: 'json',
      failOn: 'bad',
    });
  },
);

test.each([
  [['MX', 'example.com'], { type: 'MX' }],
  [['-t', 'MX', 'example.com'], { type: 'MX' }],
  [['@9.9.9.9', 'AAAA', 'example.com', 'A'], { type: 'AAAA,A', server: '9.9.9.9' }],
  [['-s', '9.9.9.9', 'example.com'], { server: '9.9.9.9' }],
])('dns takes its words in any order: %j', async (words, query) => {
  expect(await read(['dns', ...words])).toMatchObject({ name: 'dns', query: { domain: 'example.com', ...query } });
});

it('has letters for what is asked for most', async () => {
  expect(await read(['dns', 'example.com', '-j'])).toMatchObject({ format: 'json' });
  expect(await read(['ping', '-c', '3', '-i1', 'example.com'])).toMatchObject({ query: { count: '3', interval: '1' } });
  for (const words of [
    ['+short', 'example.com', 'MX'],
    ['MX', 'example.com', '--short'],
  ])
    expect(await read(['dns', ...words])).toMatchObject({
      isShort: true,
      query: { domain: 'example.com', type: 'MX' },
    });
  const letters = new Map((await allOptions()).map(({ name, short }) => [name, short]));
  for (const { name, short } of await allOptions()) expect([name, short]).toEqual([name, letters.get(name)]);
  const given = [...letters.values()].filter((short) => short !== undefined);
  expect(new Set(given).size).toBe(given.length);
});

test.each([
  [['example.com', 'MX', '@9.9.9.9'], { type: 'MX', server: '9.9.9.9' }],
  [['example.com', 'mx', 'TYPE65', 'a,aaaa'], { type: 'mx,TYPE65,a,aaaa' }],
  [['example.com', '@https://dns.example/dns-query', 'TXT'], { type: 'TXT', server: 'https://dns.example/dns-query' }],
  [['example.com', 'A', '--everywhere'], { type: 'A', everywhere: 'true' }],
])('dns takes types and a server as dig does: %j', async (words, query) => {
  expect(await read(['dns', ...words])).toMatchObject({
    id: 'dns',
    query: { domain: 'example.com', ...query },
  });
});

it('takes no record type and no server for a target', async () => {
  for (const words of [['MX'], ['@9.9.9.9'], ['MX', '@9.9.9.9']])
    expect(await read(['dns', ...words])).toEqual({ problem: 'dns needs a domain name.' });
});
