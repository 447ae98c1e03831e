import { createCircuitBreaker } from '../circuit-breaker.ts';
import type { Net } from '../net/net.ts';
import type { LocalData } from './data.ts';
import { bundledFiles } from './geo/bundled-files.ts';
import { createGeoDatabases } from './geo/geo-databases.ts';
import { createWordFile } from './names/word-file.ts';
import { createRegistries } from './registries/registries.ts';
import type { DataSettings } from './settings.ts';

/** The data of this machine; `close` lets go of what it holds. */
export type NodeData = LocalData & { close(): void };

/** Puts the data together. Nothing is read, or fetched through `net`, before the first question. */
export function createNodeData(settings: DataSettings, net: Pick<Net, 'fetch'>): NodeData {
  const { geoCityFiles, geoAsnFiles, geoSources, geoQueryUrl, wordFile, certificateSearches } = settings;
  const databases = createGeoDatabases({
    city: geoCityFiles ?? bundledFiles('city'),
    asn: geoAsnFiles ?? bundledFiles('asn'),
  });
  const registries = createRegistries(settings, net);
  return {
    registries,
    geo: { databases, sources: geoSources, queryUrl: geoQueryUrl, queryBreaker: createCircuitBreaker() },
    names: { words: createWordFile(wordFile), certificateSearches },
    // Databases are read whole and leave nothing open.
    close: registries.close,
  };
}
