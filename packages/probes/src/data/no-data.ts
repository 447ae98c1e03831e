import { createCircuitBreaker } from '../circuit-breaker.ts';
import type { LocalData } from './data.ts';

const missing = (database: 'city' | 'asn') => ({ database, date: null, problem: 'It is not installed.' });

/** A machine that keeps nothing: every database is missing. For tests of what does not need any. */
export const noData: LocalData = {
  geo: {
    databases: {
      find: async () => ({ city: null, network: null, missing: ['city', 'asn'], date: null, credits: [] }),
      state: async () => [missing('city'), missing('asn')],
    },
    sources: ['records'],
    queryUrl: 'http://127.0.0.1:9/json/',
    queryBreaker: createCircuitBreaker(),
  },
  registries: {
    whoisStart: { host: '127.0.0.1', port: 9, isOperators: true },
    findRdapServer: async () => null,
    state: () => [],
  },
  names: { words: async () => [], certificateSearches: [] },
};
