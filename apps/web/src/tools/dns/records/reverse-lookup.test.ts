import { expect, it } from 'vitest';
import { reverseWords, targetOf } from './reverse-lookup.ts';

const ptr = (...names: string[]) => ({
  recordName: 'PTR',
  titles: ['Name', 'Domain name', 'TTL'],
  data: names.map((name) => ['1.1.1.1.in-addr.arpa', name, '300']),
});
const domain = '1.1.1.1.in-addr.arpa';

it('shows the address, and its names first', () => {
  expect(targetOf({ domain })).toBe('1.1.1.1');
  expect(reverseWords({ domain, records: [ptr('one.one.one.one')] })).toBe(
    'Its name is one.one.one.one. Reverse lookup of 1.1.1.1.in-addr.arpa: ',
  );
  expect(reverseWords({ domain, records: [ptr('a.test', 'b.test')] })).toMatch(/^Its names are a\.test, b\.test\. /);
  expect(reverseWords({ domain, records: [] })).toBe('Reverse lookup of 1.1.1.1.in-addr.arpa: ');
});

it('has nothing to add for a name', () => {
  expect(targetOf({ domain: 'example.com' })).toBe('example.com');
  expect(reverseWords({ domain: 'example.com', records: [ptr('a.test')] })).toBe('');
});
