import { useSyncExternalStore } from 'react';
import { readStored, store } from './storage.ts';
import { createStoredChanges } from './stored-changes.ts';

export const CONSENT_KEY = 'cookieConsent';

const changes = createStoredChanges();
/** Holds for this page where nothing can be stored. */
let acceptedHere = false;

export function hasConsent(): boolean {
  return acceptedHere || readStored('local', CONSENT_KEY) === 'true';
}

export function acceptCookies(): void {
  acceptedHere = true;
  store('local', CONSENT_KEY, 'true');
  changes.tell();
}

/** Whether the visitor has accepted cookies; not, in the prerendered page. */
export function useConsent(): boolean {
  return useSyncExternalStore(changes.subscribe, hasConsent, () => false);
}
