import { expect, it } from 'vitest';
import { dnsLookup } from './dns/query.ts';
import { geoLookup } from './geo/query.ts';
import { pingLookup } from './ping/query.ts';
import { sslLookup } from './ssl/query.ts';
import { subdomainLookup } from './subdomain/query.ts';
import { whoisLookup } from './whois/query.ts';

it('R4.13 R9.14 R4.26 R9.15 DNS and ping are retried once, after 1000 ms', () => {
  const once = { retry: 1, retryDelay: 1000 };
  expect(dnsLookup('example.com')).toMatchObject(once);
  expect(pingLookup('example.com', true)).toMatchObject(once);
});

it('R4.11 R4.18 R4.20 geolocation, SSL and WHOIS are never retried', () => {
  expect(geoLookup({ target: '8.8.8.8', counter: 1 })).toMatchObject({ retry: false });
  expect(
    sslLookup({ domain: 'example.com', startTls: null, isRevocationAsked: true, address: null }, true),
  ).toMatchObject({
    retry: false,
  });
  expect(whoisLookup('example.com')).toMatchObject({ retry: false });
});

it('R9.22 the subdomain finder follows the global rule', () => {
  expect(subdomainLookup('example.com', true)).not.toHaveProperty('retry');
});

it('R4.8 R4.11 a geolocation is requested when its counter is above 0, and cached without expiry', () => {
  const enabled = [0, 1].map((counter) => geoLookup({ target: '8.8.8.8', counter }).enabled);
  expect(enabled).toEqual([false, true]);
  const forGood = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };
  expect(geoLookup({ target: '8.8.8.8', counter: 1 })).toMatchObject(forGood);
});
