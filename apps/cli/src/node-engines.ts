// Imported dynamically and by name: importing the whole library at run time would load all of it.
export {
  createNodeData,
  createNodeNet,
  dataSetsOf,
  listDataSets,
  renewableDataSets,
  renewDataSet,
  UpdateRefused,
} from '@sonde/probes';
