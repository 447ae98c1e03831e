import { expect, test } from 'vitest';
import { createGuard } from '../../net/guard/guard.ts';
import { defaultResolvers } from './default-resolvers.ts';
import { bundledResolvers, readPublicResolver } from './public-resolvers.ts';

test('lists ten resolvers of ten operators, each at a public address of its own', () => {
  const guard = createGuard({ allowNetworks: [], denyTargets: [] });
  expect(bundledResolvers()).toHaveLength(10);
  expect(new Set(defaultResolvers.map(({ operator }) => operator)).size).toBe(10);
  expect(new Set(defaultResolvers.map(({ address }) => address)).size).toBe(10);
  for (const { address, source, terms } of defaultResolvers) {
    expect(guard.readHost(address).kind).toBe('address');
    for (const url of [source, terms ?? source]) expect(new URL(url).protocol).toBe('https:');
  }
});

test.each([
  ['Quad9=9.9.9.9', 'Quad9', { transport: 'dns', host: '9.9.9.9', port: 53, path: '' }],
  ['Ours = 192.0.2.53:5353', 'Ours', { transport: 'dns', host: '192.0.2.53', port: 5353, path: '' }],
  ['A b=tls://dns.example', 'A b', { transport: 'tls', host: 'dns.example', port: 853, path: '' }],
  ['C=https://dns.example/q', 'C', { transport: 'https', host: 'dns.example', port: 443, path: '/q' }],
])('%s', (text, name, server) => {
  expect(readPublicResolver(text)).toEqual({ name, operator: null, server });
});

test.each(['9.9.9.9', '=9.9.9.9', 'Quad9=', 'Quad9=nonsense', 'a\u0007=9.9.9.9', `${'x'.repeat(41)}=9.9.9.9`])(
  '%j is no entry of the list',
  (text) => {
    expect(readPublicResolver(text)).toBeUndefined();
  },
);
