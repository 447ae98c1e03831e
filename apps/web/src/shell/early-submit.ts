import { readStored, store } from './storage.ts';

const KEY = 'earlySubmit';
/** A submit that led nowhere, because the visitor stopped the page, must not start what a link leads to later. */
const MAX_AGE_MS = 60_000;

/** Keeps the address that the page's form leads to when the browser itself submits it: no script has heard of it. */
export function keepEarlySubmit(address: string): void {
  store('session', KEY, `${performance.timeOrigin} ${Date.now()} ${address}`);
}

/**
 * True once: when this page was opened by the press of its form's button that no script heard. The page on which the
 * button was pressed may still start its app while the next one is on the way; it leaves the mark for that one.
 */
export function takeEarlySubmit(): boolean {
  const [page, at, address] = readStored('session', KEY)?.split(' ') ?? [];
  if (page === undefined || page === String(performance.timeOrigin)) return false;
  store('session', KEY, null);
  return address === location.pathname + location.search && Date.now() - Number(at) < MAX_AGE_MS;
}
