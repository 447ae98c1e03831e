import { expect, it } from 'vitest';
import { answerOf } from '../../../testing/answer-of.ts';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import { geo } from '../contract.ts';
import type { geoExplanations } from '../explanations.ts';

const base = {
  target: '8.8.8.8',
  addresses: ['8.8.8.8'],
  specialUse: null,
  databaseDate: '2026-11-01',
  checkedAt: '2026-11-22T12:00:00.000Z',
  gaps: [],
};
const records = (place: object = {}, more: object = {}) =>
  answerOf(geo, {
    ...base,
    geoIp: { records: { ip: '8.8.8.8', countryName: 'United States', countryCode: 'US', ...place } },
    ...more,
  });
const query = (place: object) =>
  answerOf(geo, {
    ...base,
    resultSource: 'query',
    databaseDate: null,
    geoIp: { query: '8.8.8.8', country: null, countryCode: 'US', ...place },
  });
const special = (target: string, prefix: string, name: string) =>
  records(
    { ip: target, countryCode: null },
    { target, specialUse: { prefix, name, source: 'RFC 1918' }, databaseDate: null },
  );

testGoldenFindings<keyof typeof geoExplanations>('geo', {
  'special-use-address': {
    state: 'note',
    has: special('10.0.0.1', '10.0.0.0/8', 'Private-Use'),
    evidence: '10.0.0.1 is in 10.0.0.0/8: Private-Use (RFC 1918).',
    hasNot: records(),
  },
  'anycast-address': {
    state: 'note',
    has: special('192.0.0.9', '192.0.0.9/32', 'Port Control Protocol Anycast'),
    evidence: 'Port Control Protocol Anycast',
    hasNot: records({ ip: '192.0.2.7' }, { target: '192.0.2.7' }),
  },
  'location-known': {
    state: 'good',
    has: query({ query: '192.0.2.7', countryCode: 'US' }),
    evidence: 'The geolocation service places 192.0.2.7 in US.',
    hasNot: special('10.0.0.1', '10.0.0.0/8', 'Private-Use'),
  },
  'location-unknown': {
    state: 'unknown',
    has: records({ countryCode: null, countryName: null }),
    evidence: 'No source knows the country of 8.8.8.8.',
    hasNot: records({ city: null }),
  },
  'location-rough': {
    state: 'note',
    has: records({ accuracyRadius: 101 }),
    evidence: 'The accuracy radius of 8.8.8.8 is 101 km',
    hasNot: records({ accuracyRadius: 100 }),
  },
  'several-addresses': {
    state: 'note',
    has: records({}, { target: 'dns.google', addresses: ['8.8.8.8', '8.8.4.4'] }),
    evidence: 'dns.google has 1 other address besides 8.8.8.8.',
    hasNot: records({}, { target: 'dns.google' }),
  },
  'hosting-address': {
    state: 'note',
    has: query({ hosting: true }),
    evidence: 'hosting provider',
    hasNot: query({ hosting: null }),
  },
  'location-incomplete': {
    state: 'unknown',
    has: records({}, { gaps: [{ part: 'asn', code: 'source-failed' }] }),
    evidence: 'Not determined: asn.',
    hasNot: records(),
  },
});

it('a complete location has a good verdict', () => {
  expect(verdictsOn('geo', records({ ip: '192.0.2.7' }))).toEqual(['good location-known']);
});

it('a reverse name that was not found out leaves the location known', () => {
  const hostname = { part: 'hostname', code: 'timeout' };
  const verdicts = verdictsOn('geo', records({ ip: '192.0.2.7' }, { gaps: [hostname] }));
  expect(verdicts).toContain('note location-incomplete');
  const both = records({ ip: '192.0.2.7' }, { gaps: [hostname, { part: 'asn', code: 'source-failed' }] });
  expect(verdictsOn('geo', both)).toContain('unknown location-incomplete');
});

it.each(['1.1.1.1', '2606:4700:4700::1111', '198.41.0.4', '2001:7fd::1'])('%s has no single location', (ip) => {
  expect(verdictsOn('geo', records({ ip }, { target: ip }))).toEqual(
    expect.arrayContaining(['note location-known', 'note anycast-address']),
  );
});

it('AS112 is anycast although its block is not registered as such (RFC 7534)', () => {
  const found = special('192.175.48.1', '192.175.48.0/24', 'Direct Delegation AS112 Service');
  expect(verdictsOn('geo', found)).toContain('note anycast-address');
});
