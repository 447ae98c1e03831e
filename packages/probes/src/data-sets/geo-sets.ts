import type { GeoDatabase, LocalData } from '../data/data.ts';
import type { DataSet } from './data-set.ts';

const facts = {
  city: {
    id: 'geo-city',
    name: 'Places of addresses',
    publisher: 'DB-IP',
    source: 'https://db-ip.com/db/download/ip-to-city-lite',
    licence: 'CC BY 4.0',
  },
  asn: {
    id: 'geo-asn',
    name: 'Networks of addresses',
    publisher: 'Route Views and the regional registries',
    source: 'https://github.com/sapics/ip-location-db',
    licence: 'public data',
  },
} as const;
/** As the finding `database-old`. */
const OLD_AFTER_DAYS = 91;

/** The databases of addresses, which come with packages or as files of the operator. */
export function geoDataSets({ geo }: LocalData): DataSet[] {
  return (['city', 'asn'] satisfies GeoDatabase[]).map((database) => ({
    facts: { ...facts[database], oldAfterDays: OLD_AFTER_DAYS, expiredAfterDays: null, everyDays: null },
    renew: null,
    async copy() {
      const state = (await geo.databases.state()).find((one) => one.database === database);
      return state === undefined || state.date === null ? null : { date: state.date, origin: state.origin };
    },
  }));
}
