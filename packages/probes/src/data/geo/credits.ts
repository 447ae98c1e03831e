import type { Credit } from '../data.ts';

const dbIp: Credit = { text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com/' };
const routeViews: Credit = { text: 'Route Views', url: 'https://www.routeviews.org/' };
const registries: Credit = { text: 'Number Resource Organization', url: 'https://www.nro.net/' };
const maxMind: Credit = { text: 'GeoLite data by MaxMind', url: 'https://www.maxmind.com/' };
const ipInfo: Credit = { text: 'IP address data by IPinfo', url: 'https://ipinfo.io/' };

/** Free databases, by their own type name; others require no link, or belong to the operator. */
const REQUIRED: readonly (readonly [RegExp, readonly Credit[]])[] = [
  // The first alternative is how ip-location-db names its editions of DB-IP's data.
  [/^city ipv[46]$|^DBIP-.*Lite/i, [dbIp]],
  [/^Sonde-ASN$/, [routeViews, registries, dbIp]],
  [/^GeoLite/i, [maxMind]],
  [/^ipinfo /i, [ipInfo]],
];

/** The links that the licence of a database requires. */
export function creditsOf(databaseType: string): readonly Credit[] {
  return REQUIRED.find(([type]) => type.test(databaseType))?.[1] ?? [];
}
