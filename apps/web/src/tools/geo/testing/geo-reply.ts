import { geo } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { json } from '../../../testing/api-stub.ts';

/** A record of the embedded database. */
export const geoRecords = {
  hostname: 'dns.google',
  countryName: 'United States',
  countryCode: 'US',
  countryCode3: 'USA',
  region: { name: 'California', code: 'CA' },
  city: 'Mountain View',
  postalCode: '94043',
  metroCode: '807',
  latitude: '37.422',
  longitude: '-122.085',
  asn: 'AS15169',
  asName: 'GOOGLE',
  organization: 'Google LLC',
  isp: 'Google',
  timezone: { format: '-08:00', time: '2026-11-21T10:34:29-08:00', name: 'America/Los_Angeles' },
  continent: { name: 'North America', code: 'NA' },
  addressClass: null,
};

/** The same for an unknown address. */
export const noGeoRecords = {
  hostname: null,
  countryName: null,
  countryCode: null,
  countryCode3: null,
  region: { name: null, code: null },
  city: null,
  postalCode: null,
  metroCode: null,
  latitude: null,
  longitude: null,
  asn: null,
  asName: null,
  organization: null,
  isp: null,
  timezone: { format: null, time: null, name: null },
  continent: { name: null, code: null },
  addressClass: null,
};

/** An answer of the service with a query field. */
export const geoService = {
  query: '8.8.8.8',
  status: 'success',
  country: 'United States',
  countryCode: 'US',
  regionName: 'California',
  city: 'Mountain View',
  zip: '94043',
  district: 'Downtown',
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

/** The API's reply to a lookup; `more` overrides fields. */
export function geoReply(target: string, more: object = {}) {
  const data = answerOf(geo, {
    target,
    addresses: [target],
    resultSource: 'records',
    geoIp: { records: { ...geoRecords, ip: target } },
    specialUse: null,
    databaseDate: '2026-06-05',
    attribution: [{ text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com/' }],
    ...more,
  });
  return json(200, { success: true, message: 'OK', _data: data });
}
