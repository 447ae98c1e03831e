import { rootAnchorsSet, rootHintsSet } from '../data-sets/roots/root-sets.ts';
import { suffixSet } from '../data-sets/suffix-set.ts';
import type { Net } from '../net/net.ts';
import type { LocalData } from './data.ts';
import { findCompiled } from './find-in-packages.ts';
import { editionsOf } from './geo/editions.ts';
import { createGeoDatabases } from './geo/geo-databases.ts';
import { createPreloadFile } from './names/preload-file.ts';
import { createWordFile } from './names/word-file.ts';
import { openSlots } from './open-slots.ts';
import { bundledResolvers } from './public-resolvers/public-resolvers.ts';
import { createRegistries } from './registries/registries.ts';
import type { DataSettings } from './settings.ts';

/** The data of this machine; `close` frees its resources. */
export type NodeData = LocalData & { close(): void };

/** Nothing is read, or fetched through `net`, before the first lookup. */
export function createNodeData(settings: DataSettings, net: Pick<Net, 'fetch'>, now = Date.now): NodeData {
  const { geoCityFiles, geoAsnFiles, geoSources, geoQueryUrl, wordFile, certificateSearches } = settings;
  const databases = createGeoDatabases({
    city: editionsOf('city', geoCityFiles, settings.dataFolder),
    asn: editionsOf('asn', geoAsnFiles, settings.dataFolder),
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
    roots: async () => ({
      hints: settings.rootHints ?? (await slots.of(rootHintsSet).current()),
      anchors: settings.rootAnchors ?? (await slots.of(rootAnchorsSet).current()),
    }),
    ownRoots: ownOf({ hints: settings.rootHints, anchors: settings.rootAnchors }),
    suffixes: () => slots.of(suffixSet).current(),
    geo: {
      databases,
      own: ownOf({ city: geoCityFiles, asn: geoAsnFiles }),
      sources: geoSources,
      queryUrl: geoQueryUrl,
    },
    names: { words: createWordFile(wordFile), certificateSearches },
    blocklists: settings.blocklists,
    preloadList: createPreloadFile(settings.preloadFile),
    close() {
      // Databases leave no file open.
      registries.close();
      slots.close();
    },
  };
}

/** The names whose setting is not null: files of the operator. */
function ownOf<Name extends string>(settings: Readonly<Record<Name, unknown>>): ReadonlySet<Name> {
  return new Set((Object.keys(settings) as Name[]).filter((name) => settings[name] !== null));
}
