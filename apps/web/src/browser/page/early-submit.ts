import { readStored, store } from '../storage/storage.ts';

const KEY = 'earlySubmit';
/**
 * A submit older than this is ignored: its navigation was probably cancelled, and a later visit by a link must not
 * start a lookup.
 */
const MAX_AGE_MS = 60_000;

/** Records the address to which the browser itself submits the page's form before a script handles it. */
export function keepEarlySubmit(address: string): void {
  store('session', KEY, `${performance.timeOrigin} ${Date.now()} ${address}`);
}

/**
 * Returns true, once, if this page was opened by submitting its form before a script handled it. The page on which the
 * button was pressed may start its app in the meantime; it leaves the mark for the next page.
 */
export function takeEarlySubmit(): boolean {
  const [page, at, address] = readStored('session', KEY)?.split(' ') ?? [];
  if (page === undefined || page === String(performance.timeOrigin)) return false;
  store('session', KEY, null);
  return address === location.pathname + location.search && Date.now() - Number(at) < MAX_AGE_MS;
}
