import { expect, test } from 'vitest';
import { delegationLookup } from './delegation/query.ts';
import { dnsLookup } from './dns/query.ts';
import { mailLookup } from './mail/query.ts';
import { sslLookup } from './ssl/query.ts';
import { whoisLookup } from './whois/query.ts';

test('a lookup without options is cached by tool and target alone, the key under which a report stores its answers', () => {
  const target = 'example.com';
  const keys = [
    whoisLookup(target),
    delegationLookup({ target, given: { servers: '', ds: '' } }),
    dnsLookup(target),
    mailLookup(target, { selectors: '', ip: '', sender: '' }, false),
    sslLookup({ domain: target, startTls: null, isRevocationAsked: true, address: null }, false),
  ].map(({ queryKey }) => queryKey);
  expect(keys).toEqual(['whois', 'delegation', 'dns', 'mail', 'ssl'].map((tool) => [tool, target]));
});
