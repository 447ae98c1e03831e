import type { ToolId } from '@sonde/contract';
import { expect, it } from 'vitest';
import { interpretQuery } from './interpret-target.ts';

it.each<[ToolId, string, string]>([
  ['dns', 'https://shop.test/path', 'shop.test'],
  ['dns', 'me@_dmarc.shop.test', '_dmarc.shop.test'],
  ['dns', '192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['dns', 'http://192.0.2.1:8080/', '1.2.0.192.in-addr.arpa'],
  ['whois', 'shop.test:443', 'shop.test'],
  ['whois', 'https://192.0.2.1/', '192.0.2.1'],
  ['subdomain', 'hxxp://shop[.]test', 'shop.test'],
  ['ping', 'ssh://root@[2001:DB8::1]:22', '2001:db8::1'],
  ['ssl', 'smtps://shop.test:465', 'shop.test:465'],
  ['ssl', 'imaps://[2001:DB8::1]:993/', '[2001:db8::1]:993'],
])('%s reads %s as %s', (id, typed, target) => {
  const param = id === 'ping' ? 'host' : id === 'whois' ? 'ipOrDomain' : 'domain';
  expect(interpretQuery(id, { [param]: typed })).toEqual({
    query: { [param]: target },
    note: `${JSON.stringify(typed)} was interpreted as ${target}`,
  });
});

it.each<[ToolId, Readonly<Record<string, string>>]>([
  ['dns', { domain: 'shop.test' }],
  ['dns', { domain: 'Bücher.test.' }],
  ['dns', { domain: 'localhost' }],
  ['dns', { domain: 'AS15169' }],
  ['dns', { domain: 'a.test b.test' }],
  ['whois', { ipOrDomain: 'as15169' }],
  ['ssl', { domain: 'shop.test:443' }],
  ['ssl', { domain: 'https://shop.test/path' }],
  ['ping', { host: 'shop.test', count: '99' }],
  ['subdomain', { domain: '192.0.2.1' }],
])('%s takes %j literally, or refuses it as it stands', (id, query) => {
  expect(interpretQuery(id, query)).toEqual({ query, note: null });
});

it('keeps the options', () => {
  const { query } = interpretQuery('ping', { host: 'https://shop.test', count: '3' });
  expect(query).toEqual({ host: 'shop.test', count: '3' });
});
