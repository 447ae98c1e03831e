import type { Net } from '../net/net.ts';
import type { LocalData } from './data.ts';
import { findCompiled } from './find-in-packages.ts';
import { bundledFiles } from './geo/bundled-files.ts';
import { createGeoDatabases } from './geo/geo-databases.ts';
import { createWordFile } from './names/word-file.ts';
import { openSlots } from './open-slots.ts';
import { bundledResolvers } from './public-resolvers/public-resolvers.ts';
import { createRegistries } from './registries/registries.ts';
import { rootsOf } from './roots/roots.ts';
import type { DataSettings } from './settings.ts';

/** The data of this machine; `close` frees its resources. */
export type NodeData = LocalData & { close(): void };

/** Nothing is read, or fetched through `net`, before the first lookup. */
export function createNodeData(settings: DataSettings, net: Pick<Net, 'fetch'>, now = Date.now): NodeData {
  const { geoCityFiles, geoAsnFiles, geoSources, geoQueryUrl, wordFile, certificateSearches } = settings;
  const databases = createGeoDatabases({
    city: geoCityFiles ?? bundledFiles('city'),
    asn: geoAsnFiles ?? bundledFiles('asn'),
    own: new Set([...(geoCityFiles ? (['city'] as const) : []), ...(geoAsnFiles ? (['asn'] as const) : [])]),
  });
  const registries = createRegistries(settings, net);
  const slots = openSlots({
    dataFolder: settings.dataFolder,
    fetch: net.fetch,
    findBundled: findCompiled,
    sourceUrls: settings.sourceUrls,
    now,
  });
  return {
    of: slots.of,
    registries,
    publicResolvers: settings.publicResolvers ?? bundledResolvers(),
    roots: rootsOf({ hints: settings.rootHints, anchors: settings.rootAnchors }),
    geo: { databases, sources: geoSources, queryUrl: geoQueryUrl },
    names: { words: createWordFile(wordFile), certificateSearches },
    blocklists: settings.blocklists,
    close() {
      // Databases are read into memory and leave no file open.
      registries.close();
      slots.close();
    },
  };
}
