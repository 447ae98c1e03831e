import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { resolvingReasons } from '../../failure.ts';
import { ipOrDomainField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { hostKinds } from '../../targets/target-kinds.ts';
import { defineTool } from '../../tool.ts';
import { workLimits } from '../../work-limits.ts';

const text = z.nullable(z.string());

/** Fields for the name and the code of a place. */
const named = (what: string, name: string, code: string) =>
  described(
    z.object({
      name: described(text, 'The name; null if not known.', name),
      code: described(text, 'The code; null if not known.', code),
    }),
    what,
  );

/** A location from the embedded databases; null for fields that they lack. */
export const GeoRecords = z.object({
  ip: isEssential(described(z.string(), 'The located address, in canonical form.', '8.8.8.8')),
  hostname: described(
    text,
    'The target of the address’s PTR record (RFC 1035 section 3.5), without the final dot; null without one.',
    'dns.google',
  ),
  countryName: described(text, 'The country’s name in English.', 'United States'),
  countryCode: described(text, 'ISO 3166-1 alpha-2 country code.', 'US'),
  countryCode3: described(text, 'ISO 3166-1 alpha-3 country code.', 'USA'),
  region: named('First-level subdivision; the code is the part of ISO 3166-2 behind the hyphen.', 'California', 'CA'),
  city: described(text, 'The name of the city.', 'Mountain View'),
  postalCode: described(text, 'Postal code; null if the database has none.', '94043'),
  metroCode: described(text, 'Metro code of the city’s area; null if the database has none.', '807'),
  latitude: described(text, 'Latitude in decimal degrees, north positive, as text.', '37.422'),
  longitude: described(text, 'Longitude in decimal degrees, east positive, as text.', '-122.085'),
  accuracyRadius: described(
    z.optional(z.nullable(z.number())),
    'Radius in kilometres around the position within which the database expects the address; null if not stated.',
    20,
  ),
  asn: described(text, 'Number of the autonomous system (AS) that announces the address.', 'AS15169'),
  asName: described(text, 'Name of the autonomous system.', 'Google LLC'),
  organization: described(text, 'Holder of the autonomous system.', 'Google LLC'),
  isp: described(text, 'Internet provider; null if the database does not contain it.', 'Google'),
  timezone: described(
    z.object({
      format: described(text, 'Offset from UTC at the time of the lookup.', '-07:00'),
      time: described(text, 'Local time of the lookup, ISO 8601.', '2026-07-01T05:00:00-07:00'),
      name: described(text, 'Name in the IANA time zone database.', 'America/Los_Angeles'),
    }),
    'Time zone of the location.',
  ),
  continent: named('The continent; its code has two letters.', 'North America', 'NA'),
  addressClass: described(
    text,
    'For a special-use address, the name of its block in IANA’s registries; every other field except ip is then null.',
    'Private-Use',
  ),
});
export type GeoRecords = z.infer<typeof GeoRecords>;

/** A location from the geolocation service, whose answers have a `query` field. */
export const GeoQueryResult = z.object({
  query: isEssential(described(z.string(), 'The located address.', '8.8.8.8')),
  status: described(z.string(), 'The status reported by the service: success.', 'success'),
  country: described(text, 'The country’s name.', 'United States'),
  countryCode: described(text, 'ISO 3166-1 alpha-2 country code.', 'US'),
  regionName: described(text, 'First-level subdivision, such as a state.', 'California'),
  city: described(text, 'The name of the city.', 'Mountain View'),
  zip: described(text, 'Postal code.', '94043'),
  district: described(text, 'District of the city.', 'Downtown'),
  lat: described(z.nullable(z.number()), 'Latitude in decimal degrees, north positive.', 37.422),
  lon: described(z.nullable(z.number()), 'Longitude in decimal degrees, east positive.', -122.085),
  as: described(text, 'Number and name of the autonomous system.', 'AS15169 Google LLC'),
  asname: described(text, 'Short name of the autonomous system.', 'GOOGLE'),
  isp: described(text, 'Internet provider.', 'Google LLC'),
  org: described(text, 'Organization that uses the address.', 'Google Public DNS'),
  hosting: described(
    z.nullable(z.boolean()),
    'Whether the address belongs to a hosting provider or data centre.',
    true,
  ),
  timezone: described(text, 'Name in the IANA time zone database.', 'America/Los_Angeles'),
  continent: described(text, 'Name of the continent.', 'North America'),
  continentCode: described(text, 'Two-letter code of the continent.', 'NA'),
});
export type GeoQueryResult = z.infer<typeof GeoQueryResult>;

export const geo = defineTool({
  id: 'geo',
  path: '/api/v2/geoIP',
  title: 'IP Tracker',
  summary: 'Track and analyze IP addresses and domains',
  query: z.object({
    ipOrDomain: described(
      ipOrDomainField,
      'An IPv4 or IPv6 address, or a domain name. Of a URL, a mail address or host:port, only the host is used.',
      '8.8.8.8',
    ),
  }),
  target: 'ipOrDomain',
  targetKinds: hostKinds,
  describesSpecialUse: true,
  report: { order: 60, question: ({ target }) => ({ ipOrDomain: target }) },
  contacts: ['resolvers', 'geolocation'],
  data: z.object({
    target: described(
      z.string(),
      'The target in the query: an address in canonical form, or a name as A-labels (RFC 5890).',
      'dns.google',
    ),
    addresses: described(z.array(z.string()), 'All public addresses of the target; the first one was located.', [
      '8.8.8.8',
      '2001:4860:4860::8888',
    ]),
    resultSource: described(
      z.enum(['records', 'query']),
      'The form of geoIp: records from an embedded database, or query from a geolocation service.',
      'records',
    ),
    geoIp: isEssential(
      described(
        z.union([
          z.object({
            records: isEssential(described(GeoRecords, 'The location according to the embedded databases.')),
          }),
          GeoQueryResult,
        ]),
        'The location of the address, in the shape stated by resultSource.',
      ),
    ),
    specialUse: described(
      z.nullable(
        z.object({
          prefix: isEssential(described(z.string(), 'The address block in CIDR notation.', '192.168.0.0/16')),
          name: isEssential(described(z.string(), 'The name of the block in IANA’s registry.', 'Private-Use')),
          source: isEssential(described(z.string(), 'The document that defines the block.', 'RFC 1918')),
        }),
      ),
      'The IANA block of a special-use address; null for any other address.',
    ),
    databaseDate: described(text, 'Build date of the database, as YYYY-MM-DD; null if not known.', '2026-11-01'),
    attribution: described(
      z.array(
        z.object({
          text: isEssential(described(z.string(), 'The text of the link.', 'IP Geolocation by DB-IP')),
          url: isEssential(described(z.string(), 'The target of the link.', 'https://db-ip.com')),
        }),
      ),
      'Publishers of the data, whose licences require a link wherever it is shown.',
    ),
  }),
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    ...resolvingReasons,
    'too-large',
    'special-use',
    'denied',
    'connection-refused',
    'unreachable',
    'reset',
    'no-database',
  ],
  // Short, because the local time is part of the answer.
  freshMs: () => 60_000,
  recheckMs: 5_000,
  cost: 1,
  capacity: { lookups: 128, perTarget: 4 },
  most: workLimits(),
  deadlineMs: () => 10_000,
  example: { ipOrDomain: '8.8.8.8' },
});
