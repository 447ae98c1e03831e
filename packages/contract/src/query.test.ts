import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  dnsNameField,
  hostField,
  ipOrDomainField,
  registeredField,
  searchedDomainField,
  sslTargetField,
} from './query.ts';

const query = z.object({ domain: dnsNameField });

function messageFor(raw: Record<string, unknown>): string | undefined {
  return query.safeParse(raw).error?.issues[0]?.message;
}

test('a name is converted to canonical form', () => {
  expect(query.parse({ domain: ' _DMARC.Bücher.de. ' })).toEqual({ domain: '_dmarc.xn--bcher-kva.de' });
});

test.each([
  [{}, 'Domain is required'],
  [{ domain: '' }, 'Domain is required'],
  [{ domain: ' \t' }, 'Domain is required'],
  [{ domain: 'localhost' }, 'Please enter a valid domain (e.g. example.com)'],
  [{ domain: '192.0.2.1' }, 'Please enter a valid domain (e.g. example.com)'],
  [{ domain: '2001:db8::1' }, 'Please enter a valid domain (e.g. example.com)'],
  [{ domain: ['a.com', 'b.com'] }, "'domain' must be given exactly once."],
  [{ domain: null }, "'domain' must be given exactly once."],
])('R8.8 R5.6 R5.7 %j is refused with a text fit for a visitor', (raw, message) => {
  expect(messageFor(raw)).toBe(message);
});

test('only the first error is reported, with the name of its field', () => {
  const issues = query.safeParse({ domain: '' }).error?.issues;
  expect(issues?.map(({ path }) => path)).toEqual([['domain']]);
});

test.each([
  ['', 'Please enter a domain'],
  [' ', 'Please enter a domain'],
  ['not a domain', 'Please enter a domain (e.g., example.com), host:port, an IP address or an https URL'],
])('R5.8 R5.9 %j is refused by the server as no TLS server', (domain, message) => {
  expect(z.object({ domain: sslTargetField }).safeParse({ domain }).error?.issues[0]?.message).toBe(message);
});

test.each([
  ['https://shop.test:8443/path', 'shop.test'],
  ['me@Shop.test', 'shop.test'],
  ['shop.test:443', 'shop.test'],
  ['https://[2001:DB8::1]/', '2001:db8::1'],
  ['010.0.0.1', '10.0.0.1'],
])('R5.4 %s is located as %s', (text, target) => {
  expect(z.object({ ipOrDomain: ipOrDomainField }).parse({ ipOrDomain: text })).toEqual({ ipOrDomain: target });
});

test.each(['AS15169', '_dmarc.shop.test', 'localhost', 'a.test b.test'])('%s cannot be located', (text) => {
  expect(z.object({ ipOrDomain: ipOrDomainField }).safeParse({ ipOrDomain: text }).success).toBe(false);
});

test.each([
  ['dnsRecords', dnsNameField],
  ['whois', registeredField],
  ['subdomainFinder', searchedDomainField],
  ['ping', hostField],
])('R5.6 R5.10 R5.11 R5.13 %s refuses a URL, as the specification has it', (_, field) => {
  for (const text of ['https://shop.test/path', 'me@shop.test', 'shop.test:443']) {
    expect(field.safeParse(text).success).toBe(false);
  }
});
