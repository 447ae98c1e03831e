import { expect, test } from 'vitest';
import { delegation } from './contract.ts';

const read = (query: Record<string, string>) => delegation.query.parse({ domain: 'example.com', ...query });
const refuses = (query: Record<string, string>) =>
  expect(delegation.query.safeParse({ domain: 'example.com', ...query }).success).toBe(false);

test('the query takes one domain, in any spelling', () => {
  expect(delegation.query.parse({ domain: 'Example.COM.' })).toEqual({ domain: 'example.com', servers: [], ds: [] });
  expect(delegation.query.parse({ domain: '_DomainKey.Example.com' }).domain).toBe('_domainkey.example.com');
  expect(delegation.query.parse({ domain: '_msdcs.corp.example.com' }).domain).toBe('_msdcs.corp.example.com');
  expect(delegation.query.safeParse({ domain: 'no domain' }).success).toBe(false);
  expect(delegation.query.safeParse({}).success).toBe(false);
});

test('servers of a pre-flight check have names, and addresses if given', () => {
  expect(read({ servers: 'NS1.example.net/192.0.2.1, ns1.example.net/2001:DB8::1,ns2.example.net' }).servers).toEqual([
    { name: 'ns1.example.net', addresses: ['192.0.2.1', '2001:db8::1'] },
    { name: 'ns2.example.net', addresses: [] },
  ]);
  refuses({ servers: 'ns1.example.net/nowhere' });
  refuses({ servers: 'two words' });
  refuses({ servers: Array.from({ length: 9 }, (_, index) => `ns${index}.example.net`).join() });
});

test('a DS of a pre-flight check is given by its fields, or as a line of a zone file', () => {
  const digest = 'ab'.repeat(32);
  const ds = [{ keyTag: 34505, algorithm: 13, digestType: 2, digest: digest.toUpperCase() }];
  expect(read({ ds: `34505 13 2 ${digest}` }).ds).toEqual(ds);
  expect(read({ ds: `example.com. 3600 IN DS 34505 13 2 ${digest.slice(0, 32)} ${digest.slice(32)}` }).ds).toEqual(ds);
  refuses({ ds: `34505 13 2 ${digest}ab` });
  refuses({ ds: `70000 13 2 ${digest}` });
  refuses({ ds: 'a digest' });
});
