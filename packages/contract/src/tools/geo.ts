import * as z from 'zod/mini';
import { ipOrDomainField } from '../query.ts';
import { defineTool } from '../tool.ts';

const text = z.nullable(z.string());

/** A place by name and code. */
const Named = z.object({ name: text, code: text });

/** The shape of the embedded databases: what they do not know is null. */
export const GeoRecords = z.object({
  ip: z.string(),
  /** What PTR says (RFC 1035 section 3.5), without the final dot. */
  hostname: text,
  countryName: text,
  /** ISO 3166-1 alpha-2 and alpha-3. */
  countryCode: text,
  countryCode3: text,
  /** First-level subdivision; the code is the part of ISO 3166-2 behind the hyphen. */
  region: Named,
  city: text,
  postalCode: text,
  metroCode: text,
  /** Decimal degrees, as text. */
  latitude: text,
  longitude: text,
  /** `AS15169`. */
  asn: text,
  asName: text,
  organization: text,
  isp: text,
  timezone: z.object({
    /** Offset from UTC at the time of the lookup: `+02:00`. */
    format: text,
    /** Local time of the lookup, ISO 8601. */
    time: text,
    /** IANA time zone database. */
    name: text,
  }),
  continent: Named,
  /** For an address that is no ordinary public host: what IANA's registries call its block. Everything else is null then. */
  addressClass: text,
});
export type GeoRecords = z.infer<typeof GeoRecords>;

/** The shape of the service with a query field. */
export const GeoQueryResult = z.object({
  query: z.string(),
  status: z.string(),
  country: text,
  countryCode: text,
  regionName: text,
  city: text,
  zip: text,
  district: text,
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  /** Number and name: `AS15169 Google LLC`. */
  as: text,
  asname: text,
  isp: text,
  org: text,
  hosting: z.nullable(z.boolean()),
  timezone: text,
  continent: text,
  continentCode: text,
});
export type GeoQueryResult = z.infer<typeof GeoQueryResult>;

export const geo = defineTool({
  id: 'geo',
  path: '/api/v2/geoIP',
  title: 'IP Tracker',
  summary: 'Track and analyze IP addresses and domains',
  query: z.object({ ipOrDomain: ipOrDomainField }),
  target: 'ipOrDomain',
  data: z.object({
    /** What was asked for: an address in its one spelling, or a name as A-labels (RFC 5890). */
    target: z.string(),
    /** Every public address of the target, the one that is located first. */
    addresses: z.array(z.string()),
    /** Which of the two shapes `geoIp` has: an embedded database, or a service that was asked. */
    resultSource: z.enum(['records', 'query']),
    geoIp: z.union([z.object({ records: GeoRecords }), GeoQueryResult]),
    /** The block of a special-use address, and the document that says so. */
    specialUse: z.nullable(z.object({ prefix: z.string(), name: z.string(), source: z.string() })),
    /** When the database was built, as YYYY-MM-DD. */
    databaseDate: text,
    /** Whom the data is owed to; their licences ask for a link wherever it is shown. */
    attribution: z.array(z.object({ text: z.string(), url: z.string() })),
  }),
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    'nxdomain',
    'no_address',
    'servfail',
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
  cost: 1,
  capacity: { lookups: 128, perTarget: 4 },
  deadlineMs: () => 10_000,
  example: { ipOrDomain: '8.8.8.8' },
});
