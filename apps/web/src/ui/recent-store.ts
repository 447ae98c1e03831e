import { useSyncExternalStore } from 'react';
import { hasConsent } from '../shell/consent.ts';
import { readStored, store } from '../shell/storage.ts';

/** A tool's id and what was looked up with it. */
export interface RecentLookup {
  readonly tool: string;
  readonly target: string;
}

const KEY = 'recentLookups';
const PER_TOOL = 8;
const none: readonly RecentLookup[] = [];
const listeners = new Set<() => void>();
let cache: { readonly raw: string; readonly lookups: readonly RecentLookup[] } = { raw: '', lookups: none };

/** All tools' lookups, newest first. Until cookies are accepted they last as long as the tab. */
export function recentLookups(): readonly RecentLookup[] {
  const session = readStored('session', KEY) ?? '';
  const local = hasConsent() ? (readStored('local', KEY) ?? '') : '';
  const raw = `${session}\n${local}`;
  if (raw !== cache.raw) cache = { raw, lookups: capped([...parse(session), ...parse(local)]) };
  return cache.lookups;
}

export function rememberLookup(lookup: RecentLookup): void {
  keep(withNewest(lookup, recentLookups()));
}

/** The lookups as they are once this one is remembered. */
export function withNewest(lookup: RecentLookup, lookups: readonly RecentLookup[]): readonly RecentLookup[] {
  return capped([lookup, ...lookups]);
}

export function forgetLookups(tool: string): void {
  keep(recentLookups().filter((lookup) => lookup.tool !== tool));
}

/** The lookups of one tool, newest first; none in the prerendered page. */
export function useRecentLookups(): readonly RecentLookup[] {
  return useSyncExternalStore(subscribe, recentLookups, () => none);
}

function keep(lookups: readonly RecentLookup[]): void {
  const text = lookups.length === 0 ? null : JSON.stringify(lookups);
  const accepted = hasConsent();
  if (accepted) store('local', KEY, text);
  store('session', KEY, accepted ? null : text);
  for (const listener of listeners) listener();
}

function capped(lookups: readonly RecentLookup[]): readonly RecentLookup[] {
  const seen = new Map<string, Set<string>>();
  return lookups.filter(({ tool, target }) => {
    const targets = seen.get(tool) ?? new Set();
    seen.set(tool, targets);
    if (targets.has(target) || targets.size >= PER_TOOL) return false;
    targets.add(target);
    return true;
  });
}

/** Storage is the visitor's to edit: whatever is not a lookup is left out. */
function parse(text: string): readonly RecentLookup[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isLookup) : none;
  } catch {
    return none;
  }
}

function isLookup(value: unknown): value is RecentLookup {
  const { tool, target } = (value ?? {}) as Partial<Record<keyof RecentLookup, unknown>>;
  return typeof tool === 'string' && typeof target === 'string';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
