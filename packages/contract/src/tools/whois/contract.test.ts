import { expect, test } from 'vitest';
import { whois } from './contract.ts';

test.each([
  ['Example.COM.', 'example.com'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['as64496', 'AS64496'],
])('R7.5 the query takes domains, addresses and AS numbers: %s', (ipOrDomain, normal) => {
  expect(whois.query.parse({ ipOrDomain })).toEqual({ ipOrDomain: normal });
});

test.each([
  '',
  ' ',
  'example',
  '127.1',
  'a b.com',
  '_dmarc.example.com',
  '64496',
  '192.0.2.0/24',
  'http://example.com',
])('R5.10 %j is none of them', (ipOrDomain) => {
  const { error } = whois.query.safeParse({ ipOrDomain });
  expect(error?.issues[0]?.message).toBe('Please enter a valid domain name (e.g. example.com)');
});

test('R3.18 the answer has whoIsInfo, and matches the contract only with all other fields', () => {
  const registration = {
    kind: 'domain',
    state: 'registered',
    name: 'example.com',
    handle: null,
    label: null,
    range: null,
    registrar: null,
    created: '1995-08-14T04:00:00Z',
    updated: null,
    expires: null,
    registrarExpires: null,
    status: [{ code: 'ok', meaning: null }],
    nameServers: [],
    dnssec: null,
    ds: [],
    country: null,
    contacts: [],
    abuse: null,
    partOf: [],
    sources: { created: 'whois.example' },
    notes: [],
  };
  const answer = {
    query: 'example.com',
    whoIsInfo: 'Domain Name: EXAMPLE.COM',
    source: { protocol: 'whois', server: 'whois.example' },
    registration,
    asked: [{ protocol: 'whois', server: 'whois.example', outcome: 'answered', durationMs: 12 }],
    rdap: null,
    gaps: [],
  };
  expect(whois.answer.parse(answer)).toEqual(answer);
  for (const field of Object.keys(answer)) {
    expect(whois.answer.safeParse({ ...answer, [field]: undefined }).success).toBe(false);
  }
});

test('answers stay fresh for an hour, "not found" for five minutes', () => {
  expect(whois.freshMs({} as Parameters<typeof whois.freshMs>[0])).toBe(3_600_000);
  expect(whois.notFoundFreshMs).toBe(300_000);
});
