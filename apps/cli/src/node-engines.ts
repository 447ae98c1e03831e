// Loaded dynamically, and by name: an import of the whole library at run time would take all of it.
export { createNodeData, createNodeNet, dataUpdates, UpdateRefused } from '@sonde/probes';
