import * as z from 'zod/mini';
import { means } from '../means.ts';
import { ipOrDomainField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { defineTool } from '../tool.ts';

const text = z.nullable(z.string());

/** A place by name and code. */
const named = (what: string, name: string, code: string) =>
  means(z.object({ name: means(text, `Its name.`, name), code: means(text, 'Its code.', code) }), what);

/** The shape of the embedded databases: what they do not know is null. */
export const GeoRecords = z.object({
  ip: isEssential(means(z.string(), 'The address that was located, in its one spelling.', '8.8.8.8')),
  hostname: means(text, 'What PTR says (RFC 1035 section 3.5), without the final dot.', 'dns.google'),
  countryName: means(text, 'Name of the country, in English.', 'United States'),
  countryCode: means(text, 'ISO 3166-1 alpha-2.', 'US'),
  countryCode3: means(text, 'ISO 3166-1 alpha-3.', 'USA'),
  region: named('First-level subdivision; the code is the part of ISO 3166-2 behind the hyphen.', 'California', 'CA'),
  city: means(text, 'Name of the city.', 'Mountain View'),
  postalCode: means(text, 'Postal code; null where the database has none.', '94043'),
  metroCode: means(text, 'Code of the metropolitan district; null where the database has none.', '807'),
  latitude: means(text, 'Decimal degrees, north positive, as text.', '37.422'),
  longitude: means(text, 'Decimal degrees, east positive, as text.', '-122.085'),
  accuracyRadius: means(
    z.optional(z.nullable(z.number())),
    'Kilometres around the position within which the publisher of the database expects the address; null where it states none.',
    20,
  ),
  asn: means(text, 'Number of the autonomous system that announces the address.', 'AS15169'),
  asName: means(text, 'Name of the autonomous system.', 'Google LLC'),
  organization: means(text, 'Who holds the autonomous system: its name.', 'Google LLC'),
  isp: means(text, 'Provider; null unless the database has it.', 'Google'),
  timezone: means(
    z.object({
      format: means(text, 'Offset from UTC at the time of the lookup.', '-07:00'),
      time: means(text, 'Local time of the lookup, ISO 8601.', '2026-07-01T05:00:00-07:00'),
      name: means(text, 'Name in the IANA time zone database.', 'America/Los_Angeles'),
    }),
    'Time zone of the place.',
  ),
  continent: named('The continent; its code has two letters.', 'North America', 'NA'),
  addressClass: means(
    text,
    'For an address that is no ordinary public host: what IANA’s registries call its block. Everything but ip is null then.',
    'Private-Use',
  ),
});
export type GeoRecords = z.infer<typeof GeoRecords>;

/** The shape of the service with a query field. */
export const GeoQueryResult = z.object({
  query: isEssential(means(z.string(), 'The address that was located.', '8.8.8.8')),
  status: means(z.string(), 'success, as the service says it.', 'success'),
  country: means(text, 'Name of the country.', 'United States'),
  countryCode: means(text, 'ISO 3166-1 alpha-2.', 'US'),
  regionName: means(text, 'First-level subdivision.', 'California'),
  city: means(text, 'Name of the city.', 'Mountain View'),
  zip: means(text, 'Postal code.', '94043'),
  district: means(text, 'District of the city.', 'Downtown'),
  lat: means(z.nullable(z.number()), 'Latitude in decimal degrees, north positive.', 37.422),
  lon: means(z.nullable(z.number()), 'Longitude in decimal degrees, east positive.', -122.085),
  as: means(text, 'Number and name of the autonomous system.', 'AS15169 Google LLC'),
  asname: means(text, 'Short name of the autonomous system.', 'GOOGLE'),
  isp: means(text, 'Provider.', 'Google LLC'),
  org: means(text, 'Organization that uses the address.', 'Google Public DNS'),
  hosting: means(z.nullable(z.boolean()), 'True for an address of a hosting provider or data centre.', true),
  timezone: means(text, 'Name in the IANA time zone database.', 'America/Los_Angeles'),
  continent: means(text, 'Name of the continent.', 'North America'),
  continentCode: means(text, 'Its code of two letters.', 'NA'),
});
export type GeoQueryResult = z.infer<typeof GeoQueryResult>;

export const geo = defineTool({
  id: 'geo',
  path: '/api/v2/geoIP',
  title: 'IP Tracker',
  summary: 'Track and analyze IP addresses and domains',
  query: z.object({
    ipOrDomain: means(
      ipOrDomainField,
      'An IPv4 or IPv6 address, or a domain name; of a URL, a mail address or host:port the host counts.',
      '8.8.8.8',
    ),
  }),
  target: 'ipOrDomain',
  data: z.object({
    target: means(
      z.string(),
      'What was asked for: an address in its one spelling, or a name as A-labels (RFC 5890).',
      'dns.google',
    ),
    addresses: means(z.array(z.string()), 'Every public address of the target, the one that is located first.', [
      '8.8.8.8',
      '2001:4860:4860::8888',
    ]),
    resultSource: means(
      z.enum(['records', 'query']),
      'Which of the two shapes geoIp has: records, from an embedded database, or query, from a service that was asked.',
      'records',
    ),
    geoIp: isEssential(
      means(
        z.union([
          z.object({ records: isEssential(means(GeoRecords, 'What the embedded databases know.')) }),
          GeoQueryResult,
        ]),
        'Where the address is, in the shape that resultSource names.',
      ),
    ),
    specialUse: means(
      z.nullable(
        z.object({
          prefix: isEssential(means(z.string(), 'The block.', '192.168.0.0/16')),
          name: isEssential(means(z.string(), 'What IANA’s registry calls it.', 'Private-Use')),
          source: isEssential(means(z.string(), 'The document that says so.', 'RFC 1918')),
        }),
      ),
      'The block of a special-use address; null for every other.',
    ),
    databaseDate: means(text, 'When the database was built, as YYYY-MM-DD.', '2026-11-01'),
    attribution: means(
      z.array(
        z.object({
          text: isEssential(means(z.string(), 'What to show.', 'IP Geolocation by DB-IP')),
          url: isEssential(means(z.string(), 'Where it leads.', 'https://db-ip.com')),
        }),
      ),
      'Whom the data is owed to; their licences ask for a link wherever it is shown.',
    ),
  }),
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    'nxdomain',
    'no_address',
    'servfail',
    'no_public_dns',
    'refused',
    'timeout',
    'cname_loop',
    'invalid_response',
    'too_large',
    'special_use',
    'denied',
    'connection_refused',
    'unreachable',
    'reset',
    'no_database',
  ],
  // The local time is part of the answer.
  freshMs: () => 60_000,
  recheckMs: 5_000,
  cost: 1,
  capacity: { lookups: 128, perTarget: 4 },
  deadlineMs: () => 10_000,
  example: { ipOrDomain: '8.8.8.8' },
});
