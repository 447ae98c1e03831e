import type { GeoRecords } from '@sonde/contract';
import type { CityRecord, NetworkRecord } from '../../data/data.ts';
import { continentName, countryOf } from './country.ts';
import { timeIn, zoneAt } from './zone-time.ts';

/** What is known about an address, in the form of the contract: derived where certain, null where unknown. */
export function toRecords(
  ip: string,
  hostname: string | null,
  city: CityRecord | null,
  network: NetworkRecord | null,
  now: Date,
): GeoRecords {
  const country = countryOf(city?.countryCode ?? null);
  const continentCode = city?.continentCode ?? country.continentCode;
  return {
    ip,
    hostname,
    countryName: country.name,
    countryCode: city?.countryCode ?? null,
    countryCode3: country.code3,
    region: { name: city?.regionName ?? null, code: city?.regionCode ?? null },
    city: city?.city ?? null,
    postalCode: city?.postalCode ?? null,
    metroCode: city?.metroCode ?? null,
    latitude: degrees(city?.latitude ?? null),
    longitude: degrees(city?.longitude ?? null),
    accuracyRadius: city?.accuracyRadius ?? null,
    ...ownerOf(network),
    timezone: clock(city, now),
    continent: { name: continentName(continentCode), code: continentCode },
    addressClass: null,
  };
}

/** A special-use address has no owner: only its class is known. */
export function specialUseRecords(ip: string, addressClass: string): GeoRecords {
  return { ...toRecords(ip, null, null, null, new Date()), addressClass };
}

function ownerOf(network: NetworkRecord | null): Pick<GeoRecords, 'asn' | 'asName' | 'organization' | 'isp'> {
  const { asNumber = null, asName = null, organization = null, isp = null } = network ?? {};
  return { asn: asNumber === null ? null : `AS${asNumber}`, asName, organization: organization ?? asName, isp };
}

function clock(city: CityRecord | null, now: Date): GeoRecords['timezone'] {
  const { latitude = null, longitude = null, timeZone = null } = city ?? {};
  const name = timeZone ?? (latitude === null || longitude === null ? null : zoneAt(latitude, longitude));
  const local = name === null ? null : timeIn(name, now);
  return { format: local?.offset ?? null, time: local?.time ?? null, name };
}

/** Databases store 32-bit floats: prints the shortest decimal that represents the same float. */
function degrees(value: number | null): string | null {
  if (value === null) return null;
  if (Math.fround(value) !== value) return String(value);
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
