import { readStored, store } from './storage.ts';

/** Where `boot.ts` keeps the address that a form led to before the app was there. */
export const EARLY_SUBMIT_KEY = 'earlySubmit';

/** True once: when this page was opened by the press of its form's button that no script heard. */
export function takeEarlySubmit(): boolean {
  const address = readStored('session', EARLY_SUBMIT_KEY);
  if (address === null) return false;
  store('session', EARLY_SUBMIT_KEY, null);
  return address === location.pathname + location.search;
}
