import { type Fact, type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { geo } from './contract.ts';

type GeoAnswer = Unjudged<typeof geo>;

/**
 * The addresses of a target, and the location of the located one under its address, since the next lookup may locate
 * another. Left out: the source, the date of its data, and coordinates, which change with every release of a database.
 */
export function geoFacts(answer: GeoAnswer): Facts {
  const { addresses, specialUse, geoIp } = answer;
  const place = 'records' in geoIp ? ofRecords(answer, geoIp.records) : ofQuery(geoIp);
  return factsFrom([
    ['addresses', setOf(addresses)],
    ['specialUse', specialUse?.prefix ?? null],
    ...(specialUse === null ? place : []),
  ]);
}

type Place = GeoAnswer['geoIp'];
type Records = Extract<Place, { records: unknown }>['records'];
type Query = Exclude<Place, { records: unknown }>;

function ofRecords({ gaps }: GeoAnswer, records: Records): Fact[] {
  const { ip, countryCode, region, city, asn, asName, organization, hostname, timezone } = records;
  const without = (part: string, value: string | null) => (gaps.some((gap) => gap.part === part) ? undefined : value);
  return [
    [`${ip}/country`, countryCode],
    [`${ip}/region`, region.name],
    [`${ip}/city`, city],
    [`${ip}/timezone`, timezone.name],
    [`${ip}/asn`, without('asn', asn)],
    [`${ip}/network`, without('asn', organization ?? asName)],
    [`${ip}/hostname`, without('hostname', hostname)],
  ];
}

/** The AS number is the first word of `as`: `AS15169 Google LLC`. */
function ofQuery({ query: ip, countryCode, regionName, city, timezone, as, org, hosting }: Query): Fact[] {
  return [
    [`${ip}/country`, countryCode],
    [`${ip}/region`, regionName],
    [`${ip}/city`, city],
    [`${ip}/timezone`, timezone],
    [`${ip}/asn`, as?.split(' ')[0] ?? null],
    [`${ip}/network`, org],
    [`${ip}/hosting`, hosting ?? undefined],
  ];
}
