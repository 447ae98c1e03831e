import { expect, test } from 'vitest';
import { geo } from './contract.ts';

const messageFor = (raw: Record<string, unknown>) => geo.query.safeParse(raw).error?.issues[0]?.message;

test('R7.2 a target of any kind is converted to canonical form', () => {
  const target = (ipOrDomain: string) => geo.query.parse({ ipOrDomain }).ipOrDomain;
  expect(target(' 8.8.8.8 ')).toBe('8.8.8.8');
  expect(target('008.8.8.08')).toBe('8.8.8.8');
  expect(target('2001:4860:4860:0:0:0:0:8888')).toBe('2001:4860:4860::8888');
  expect(target('2001:4860:4860::8888')).toBe('2001:4860:4860::8888');
  expect(target('Bücher.de.')).toBe('xn--bcher-kva.de');
});

test.each([
  [{}, 'Please enter an IP address or domain name'],
  [{ ipOrDomain: ' ' }, 'Please enter an IP address or domain name'],
  [{ ipOrDomain: ['1.1.1.1', '8.8.8.8'] }, "'ipOrDomain' must be given exactly once."],
  [{ ipOrDomain: 'two words' }, 'Please enter a valid IP address or domain name (e.g. example.com)'],
  [{ ipOrDomain: '127.1' }, 'Please enter a valid IP address or domain name (e.g. example.com)'],
  [{ ipOrDomain: 'localhost' }, 'Please enter a valid IP address or domain name (e.g. example.com)'],
])('R5.3 %j is refused with a text fit for a visitor', (raw, message) => {
  expect(messageFor(raw)).toBe(message);
});

const records = {
  ip: '8.8.8.8',
  hostname: 'dns.google',
  countryName: 'United States',
  countryCode: 'US',
  countryCode3: 'USA',
  region: { name: 'California', code: null },
  city: 'Mountain View',
  postalCode: null,
  metroCode: null,
  latitude: '37.422',
  longitude: '-122.085',
  asn: 'AS15169',
  asName: 'Google LLC',
  organization: 'Google LLC',
  isp: null,
  timezone: { format: '-08:00', time: '2026-11-21T10:34:29-08:00', name: 'America/Los_Angeles' },
  continent: { name: 'North America', code: 'NA' },
  addressClass: null,
};
const query = {
  query: '8.8.8.8',
  status: 'success',
  country: 'United States',
  countryCode: 'US',
  regionName: 'California',
  city: 'Mountain View',
  zip: '94043',
  district: null,
  lat: 37.422,
  lon: -122.085,
  as: 'AS15169 Google LLC',
  asname: 'GOOGLE',
  isp: 'Google LLC',
  org: 'Google Public DNS',
  hosting: true,
  timezone: 'America/Los_Angeles',
  continent: 'North America',
  continentCode: 'NA',
};
const around = {
  target: '8.8.8.8',
  addresses: ['8.8.8.8'],
  specialUse: null,
  databaseDate: null,
  attribution: [],
  gaps: [],
};

test('R3.5 R3.6 R3.8 the answer has resultSource and geoIp in one of two shapes, with every field', () => {
  for (const [geoIp, resultSource] of [
    [{ records }, 'records'],
    [query, 'query'],
  ] as const) {
    const whole = { ...around, resultSource, geoIp };
    expect(geo.answer.parse(whole)).toEqual(whole);
  }
  for (const field of Object.keys(records)) {
    const { [field as keyof typeof records]: _, ...rest } = records;
    const partial = { ...around, resultSource: 'records', geoIp: { records: rest } };
    expect(geo.answer.safeParse(partial).success, field).toBe(false);
  }
});

test('an answer stays fresh for a minute', () => {
  expect(geo.freshMs({ ...around, resultSource: 'records', geoIp: { records } })).toBe(60_000);
});
