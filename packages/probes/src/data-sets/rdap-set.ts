import type { LocalData } from '../data/data.ts';
import type { DataSet } from './data-set.ts';

/** IANA's lists of RDAP servers. Lookups renew them too, so a machine without a server has them as well. */
export function rdapDataSet({ registries }: LocalData): DataSet {
  const name = 'RDAP servers';
  return {
    facts: {
      id: 'rdap-bootstrap',
      name,
      publisher: 'IANA',
      source: 'https://data.iana.org/rdap/',
      licence: 'public registry (RFC 9224)',
      oldAfterDays: 60,
      expiredAfterDays: null,
      everyDays: 1,
    },
    async copy() {
      const date = await registries.published();
      // Without IANA's files, the largest registries are known.
      return { date, origin: date === null ? 'bundled' : 'updated' };
    },
    async renew(sources, signal) {
      const isNew = await registries.renew(sources, signal);
      const date = (await registries.published()) ?? 'an unknown date';
      return { isNew, text: `${name}: ${isNew ? 'now' : 'still'} of ${date}` };
    },
  };
}
