import type { CityRecord, NetworkRecord } from '../data.ts';

/*
 * The two common layouts of database records: flat with plain names, as in ip-location-db, and nested with names by
 * language, as in GeoIP2, GeoLite2 and DB-IP's own files. In flat records an empty text means "unknown".
 */

/** Null if the record has no data about a place. */
export function toCityRecord(record: unknown): CityRecord | null {
  if (!isObject(record)) return null;
  const isNested = isObject(record['country']) || isObject(record['location']) || isObject(record['city']);
  return isNested ? fromNested(record) : fromFlat(record);
}

/** Null if the record has no data about a network. */
export function toNetworkRecord(record: unknown): NetworkRecord | null {
  if (!isObject(record)) return null;
  // GeoIP2 Enterprise has them in `traits`; all other databases at the top level.
  const traits = isObject(record['traits']) ? record['traits'] : record;
  const asNumber = asNumberOf(traits['autonomous_system_number'] ?? record['as_number'] ?? record['asn']);
  const asName = text(traits['autonomous_system_organization'] ?? record['as_name']);
  if (asNumber === null && asName === null) return null;
  return { asNumber, asName, isp: text(traits['isp']), organization: text(traits['organization']) };
}

/** A number, or text such as `AS15169` (databases of IPinfo). */
function asNumberOf(value: unknown): number | null {
  const [, digits] = typeof value === 'string' ? (/^(?:AS)?(\d{1,10})$/i.exec(value) ?? []) : [];
  return digits === undefined ? number(value) : Number(digits);
}

function fromFlat(record: Fields): CityRecord {
  return {
    countryCode: text(record['country_code']),
    continentCode: text(record['continent_code']),
    regionName: text(record['state1']),
    regionCode: null,
    city: text(record['city']),
    postalCode: text(record['postcode']),
    metroCode: null,
    ...coordinates(record),
    accuracyRadius: null,
    timeZone: text(record['timezone']),
  };
}

function fromNested(record: Fields): CityRecord {
  const { country, continent, location, city, postal } = record;
  const [region] = Array.isArray(record['subdivisions']) ? record['subdivisions'] : [];
  const place = isObject(location) ? location : {};
  return {
    countryCode: field(country, 'iso_code'),
    continentCode: field(continent, 'code'),
    regionName: nameOf(region),
    regionCode: field(region, 'iso_code'),
    city: nameOf(city),
    postalCode: field(postal, 'code'),
    metroCode: text(place['metro_code'] === undefined ? null : String(place['metro_code'])),
    ...coordinates(place),
    accuracyRadius: kilometres(place['accuracy_radius']),
    timeZone: text(place['time_zone']),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Part of the MaxMind DB layout; a database may omit it. */
function kilometres(value: unknown): number | null {
  const radius = number(value);
  return radius !== null && radius > 0 ? radius : null;
}

function field(value: unknown, name: string): string | null {
  return isObject(value) ? text(value[name]) : null;
}

function nameOf(value: unknown): string | null {
  return isObject(value) ? field(value['names'], 'en') : null;
}

/** A position needs both coordinates. */
function coordinates(record: Fields): { latitude: number | null; longitude: number | null } {
  const latitude = number(record['latitude']);
  const longitude = number(record['longitude']);
  const isPlace = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? { latitude, longitude } : { latitude: null, longitude: null };
}
