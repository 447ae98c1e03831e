import type { LocalData } from '../data/data.ts';
import { openSlots } from '../data/open-slots.ts';
import { rootsOf } from './roots-of.ts';

const missing = (database: 'city' | 'asn') => ({
  database,
  date: null,
  origin: 'bundled' as const,
  problem: 'It is not installed.',
});

/** A machine on which every database is missing, for tests that need none. */
export const noData: LocalData = {
  of: openSlots({ dataFolder: null, fetch: null, findBundled: () => null }).of,
  geo: {
    databases: {
      find: async () => ({ city: null, network: null, missing: ['city', 'asn'], date: null, credits: [] }),
      state: async () => [missing('city'), missing('asn')],
    },
    own: new Set(),
    sources: ['records'],
    queryUrl: 'http://127.0.0.1:9/json/',
  },
  registries: {
    whoisStart: { host: '127.0.0.1', port: 9, isOperators: true },
    findRdapServer: async () => null,
    state: () => [],
    published: async () => null,
    renew: async () => false,
  },
  publicResolvers: [],
  roots: rootsOf({ hints: null, anchors: null }),
  ownRoots: new Set(),
  suffixes: async () => null,
  names: { words: async () => [], certificateSearches: [] },
  blocklists: [],
  preloadList: async () => null,
};
