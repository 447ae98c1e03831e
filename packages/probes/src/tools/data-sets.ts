import type { LocalData } from '../data/data.ts';
import type { DataSet } from '../data-sets/data-set.ts';
import { geoDataSets } from '../data-sets/geo-sets.ts';
import { rdapDataSet } from '../data-sets/rdap-set.ts';
import { rootDataSets } from '../data-sets/roots/root-sets.ts';
import { suffixSet } from '../data-sets/suffix-set.ts';
import { macDataSet } from './mac/registry.ts';
import { logListSet } from './ssl/transparency/log-list-set.ts';

/** Every data set, in the order of `sonde update` and `GET /api/v2/datasets`. */
export function dataSetsOf(data: LocalData): readonly DataSet[] {
  return [
    data.of(logListSet),
    macDataSet(data),
    ...geoDataSets(data),
    rdapDataSet(data),
    ...rootDataSets(data),
    data.of(suffixSet),
  ];
}

/** The ids of the data sets that `sonde update` renews. */
export const renewableDataSets: readonly string[] = [
  'ct-logs',
  'mac',
  'geo-city',
  'geo-asn',
  'rdap-bootstrap',
  'root-hints',
  'root-anchors',
  'public-suffix',
];
