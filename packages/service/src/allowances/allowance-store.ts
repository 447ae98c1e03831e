import { type AllowanceStore, createMemoryAllowances, type RateLimit } from '@sonde/probes';
import { createSharedAllowances } from '../stores/shared-allowances.ts';
import type { SharedStore } from '../stores/shared-store.ts';

/** Allowances of one kind, counted in this process or together with all instances that share a store. */
export function createAllowanceStore(limit: RateLimit, now: () => number, shared: SharedStore | null): AllowanceStore {
  const own = createMemoryAllowances(limit, now);
  return shared === null ? own : createSharedAllowances(shared, limit, own);
}
