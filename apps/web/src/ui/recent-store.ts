import { useSyncExternalStore } from 'react';
import { signInId } from '../auth/session-hint.ts';
import { hasConsent } from '../shell/consent.ts';
import { readStored, store } from '../shell/storage.ts';
import { createStoredChanges } from '../shell/stored-changes.ts';

/** A tool's id and what was looked up with it. */
export interface RecentLookup {
  readonly tool: string;
  readonly target: string;
  /** The sign-in under which it was made; absent where nobody was signed in. */
  readonly signIn?: string;
}

const KEY = 'recentLookups';
const PER_TOOL = 8;
const none: readonly RecentLookup[] = [];
const changes = createStoredChanges();
let cache: { readonly raw: string; readonly lookups: readonly RecentLookup[] } = { raw: '', lookups: none };

/**
 * All tools' lookups, newest first. Until cookies are accepted they last as long as the tab. Those of a sign-in that has
 * ended are nobody's to see, wherever it has ended and whether or not this tab was there.
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

/** They are in the account now: they leave with it. */
export function markAsMoved(moved: readonly RecentLookup[]): void {
  const isMoved = (one: RecentLookup) => moved.some(({ tool, target }) => one.tool === tool && one.target === target);
  keep(recentLookups().map((one) => (isMoved(one) ? underSignIn(one) : one)));
}

function underSignIn({ tool, target }: RecentLookup): RecentLookup {
  const signIn = signInId();
  return signIn === null ? { tool, target } : { tool, target, signIn };
}

/** Removes what was made under a sign-in that has ended. */
export function forgetOthersLookups(): void {
  keep(recentLookups());
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
  const { tool, target, signIn } = (value ?? {}) as Partial<Record<keyof RecentLookup, unknown>>;
  return typeof tool === 'string' && typeof target === 'string' && (signIn === undefined || typeof signIn === 'string');
}
