import type { Reading } from '../../reading.ts';
import { factTable, type LabelledValue, type Table } from '../../table/table.ts';
import { yesOrNo } from '../../text/yes-or-no.ts';
import type { GeoQueryResult, GeoRecords, geo } from './contract.ts';

type Located = Pick<Reading<typeof geo.answer>, 'geoIp'>;

/** The facts of an answer, independent of which of its two shapes it has. */
export interface GeoFacts {
  readonly ip: string;
  readonly location: readonly LabelledValue[];
  readonly network: readonly LabelledValue[];
  /** City, region and country, if known. */
  readonly label: string;
  readonly position: Position | null;
  /** Accuracy radius in kilometres; null if the source states none. */
  readonly accuracyKm: number | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly organization: string | null;
  readonly asNumber: string | null;
  readonly isHosting: boolean | null;
  readonly zone: { readonly name: string | null; readonly offset: string | null };
}

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** The headings and the word for missing values, verbatim from the specification. */
export const geoTexts = {
  location: 'Location Information',
  network: 'Network Information',
  missing: 'N/A',
} as const;

export function geoTables(answer: Located): readonly Table[] {
  const { location, network } = factsOf(answer);
  return [
    factTable(geoTexts.location, location, geoTexts.missing),
    factTable(geoTexts.network, network, geoTexts.missing),
  ];
}

export function factsOf({ geoIp }: Located): GeoFacts {
  return 'records' in geoIp ? ofRecords(geoIp.records) : ofQuery(geoIp);
}

/** The embedded databases lack this field; the specification asks for «No» (section 3). */
const HOSTING_NOTE = 'Always “No” with this source, which cannot tell it.';
const MISSING_NOTE = 'This server’s database does not contain it.';

function ofRecords(records: Reading<typeof GeoRecords>): GeoFacts {
  const { region, continent, timezone, organization, city, asn } = records;
  const { format, name } = timezone;
  const position = positionOf(records.latitude, records.longitude);
  return {
    ip: records.ip,
    location: [
      row('IP Address', records.ip, 'mono'),
      row('Hostname', records.hostname, 'mono'),
      row('Country', records.countryName),
      row('Country Code', records.countryCode, 'mono'),
      ...optional('Country Code (3)', records.countryCode3, 'mono'),
      row('Region', region.name),
      ...optional('Region Code', region.code, 'mono'),
      row('City', city),
      noted(row('ZIP Code', records.postalCode)),
      row('District', records.metroCode),
      row('Continent', continent.name),
      ...optional('Continent Code', continent.code, 'mono'),
      row('Timezone', name && format ? `${name} (${format})` : (format ?? name)),
      ...optional('Local Time', timezone.time && localTime(timezone.time), 'mono'),
    ],
    network: networkRows({
      asNumber: asn,
      asName: records.asName ?? organization,
      isp: records.isp,
      organization,
      isHosting: false,
      position,
    }).map(explained),
    label: labelOf(records.ip, city, region.name, records.countryName),
    position,
    accuracyKm: records.accuracyRadius ?? null,
    country: records.countryName,
    city,
    organization,
    asNumber: asn,
    isHosting: false,
    zone: { name, offset: format },
  };
}

function ofQuery(result: Reading<typeof GeoQueryResult>): GeoFacts {
  const { query, country, city, org, as: asNumber, timezone, hosting } = result;
  const position = positionOf(result.lat, result.lon);
  return {
    ip: query,
    location: [
      row('IP Address', query, 'mono'),
      row('Hostname', null),
      row('Country', country),
      row('Country Code', result.countryCode, 'mono'),
      row('Region', result.regionName),
      row('City', city),
      row('ZIP Code', result.zip),
      row('District', result.district),
      row('Continent', result.continent),
      ...optional('Continent Code', result.continentCode, 'mono'),
      row('Timezone', timezone),
    ],
    network: networkRows({
      asNumber,
      asName: result.asname,
      isp: result.isp,
      organization: org,
      isHosting: hosting,
      position,
    }),
    label: labelOf(query, city, result.regionName, country),
    position,
    accuracyKm: null,
    country,
    city,
    organization: org,
    asNumber: /^AS\d+/.exec(asNumber ?? '')?.[0] ?? null,
    isHosting: hosting,
    zone: { name: timezone, offset: null },
  };
}

interface Owner {
  readonly asNumber: string | null;
  readonly asName: string | null;
  readonly isp: string | null;
  readonly organization: string | null;
  readonly isHosting: boolean | null;
  readonly position: Position | null;
}

function networkRows({ asNumber, asName, isp, organization, isHosting, position }: Owner): LabelledValue[] {
  return [
    row('AS Number', asNumber, 'mono'),
    row('AS Name', asName),
    row('ISP', isp),
    row('Organization', organization),
    row('Hosting', isHosting === null ? null : yesOrNo(isHosting)),
    row('Latitude', position && coordinate(position.latitude), 'mono'),
    row('Longitude', position && coordinate(position.longitude), 'mono'),
  ];
}

/** Formats degrees with six decimals. */
function coordinate(degrees: number): string {
  return degrees.toFixed(6);
}

function row(label: string, value: string | null, font?: 'mono'): LabelledValue {
  return { label, value: value || null, mono: font === 'mono' };
}

function explained(one: LabelledValue): LabelledValue {
  if (one.label === 'Hosting') return { ...one, note: HOSTING_NOTE };
  return one.label === 'ISP' ? noted(one) : one;
}

/** The fact, with the reason if its value is missing. */
function noted(one: LabelledValue): LabelledValue {
  return one.value === null ? { ...one, note: MISSING_NOTE } : one;
}

function optional(label: string, value: string | null, font?: 'mono'): LabelledValue[] {
  return value ? [row(label, value, font)] : [];
}

/** Both coordinates or none; texts are converted to numbers, and an empty text is not zero. */
function positionOf(latitude: string | number | null, longitude: string | number | null): Position | null {
  const [lat, lon] = [latitude, longitude].map((one) => (one === null || one === '' ? Number.NaN : Number(one)));
  return Number.isFinite(lat) && Number.isFinite(lon) ? { latitude: lat ?? 0, longitude: lon ?? 0 } : null;
}

function labelOf(ip: string, ...names: readonly (string | null)[]): string {
  return [...new Set(names.filter(Boolean))].join(', ') || ip;
}

/** ISO 8601 without its T and its offset, which is in the row above. */
function localTime(time: string): string {
  const [, date, clock] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})/.exec(time) ?? [];
  return date === undefined ? time : `${date} ${clock}`;
}
