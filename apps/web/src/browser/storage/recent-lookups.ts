import { useSyncExternalStore } from 'react';
import { hasConsent } from './consent.ts';
import { signInId } from './session-hint.ts';
import { readStored, store } from './storage.ts';
import { createStoredChanges } from './stored-changes.ts';

/** A tool's id and the target that was looked up. */
export interface RecentLookup {
  readonly tool: string;
  readonly target: string;
  /** The sign-in during which the lookup was made; absent if no one was signed in. */
  readonly signIn?: string;
}

const KEY = 'recentLookups';
const PER_TOOL = 8;
const none: readonly RecentLookup[] = [];
const changes = createStoredChanges();
let cache: { readonly raw: string; readonly lookups: readonly RecentLookup[] } = { raw: '', lookups: none };

/**
 * The lookups of all tools, newest first. Until cookies are accepted they are stored for the tab only. Lookups of a
 * sign-in that has ended are never returned, even if it ended in another tab.
 */
export function recentLookups(): readonly RecentLookup[] {
  const session = readStored('session', KEY) ?? '';
  const local = hasConsent() ? (readStored('local', KEY) ?? '') : '';
  const current = signInId();
  const raw = `${current}\n${session}\n${local}`;
  if (raw !== cache.raw) {
    const own = [...parse(session), ...parse(local)].filter(({ signIn }) => signIn === undefined || signIn === current);
    cache = { raw, lookups: capped(own) };
  }
  return cache.lookups;
}

export function rememberLookup(lookup: Pick<RecentLookup, 'tool' | 'target'>): void {
  keep(withNewest(underSignIn(lookup), recentLookups()));
}

/** Marks lookups that were imported into the account: they are removed at sign-out. */
export function markAsMoved(moved: readonly RecentLookup[]): void {
  const isMoved = (one: RecentLookup) => moved.some(({ tool, target }) => one.tool === tool && one.target === target);
  keep(recentLookups().map((one) => (isMoved(one) ? underSignIn(one) : one)));
}

function underSignIn({ tool, target }: RecentLookup): RecentLookup {
  const signIn = signInId();
  return signIn === null ? { tool, target } : { tool, target, signIn };
}

/** Removes the lookups of a sign-in that has ended. */
export function forgetOthersLookups(): void {
  keep(recentLookups());
}

/** Puts a lookup at the front of the list. */
export function withNewest(lookup: RecentLookup, lookups: readonly RecentLookup[]): readonly RecentLookup[] {
  return capped([lookup, ...lookups]);
}

export function forgetLookups(tool: string): void {
  keep(recentLookups().filter((lookup) => lookup.tool !== tool));
}

/** The lookups of all tools as state for a component; empty in the prerendered page. */
export function useRecentLookups(): readonly RecentLookup[] {
  return useSyncExternalStore(changes.subscribe, recentLookups, () => none);
}

function keep(lookups: readonly RecentLookup[]): void {
  const text = lookups.length === 0 ? null : JSON.stringify(lookups);
  const accepted = hasConsent();
  if (accepted) store('local', KEY, text);
  store('session', KEY, accepted ? null : text);
  changes.tell();
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

/** Local storage may hold anything: entries that are not lookups are left out. */
function parse(text: string): readonly RecentLookup[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isLookup) : none;
  } catch {
    return none;
  }
}

function isLookup(value: unknown): value is RecentLookup {
  const { tool, target, signIn } = (value ?? {}) as Partial<Record<keyof RecentLookup, unknown>>;
  return typeof tool === 'string' && typeof target === 'string' && (signIn === undefined || typeof signIn === 'string');
}
