import { useSyncExternalStore } from 'react';
import { CONSENT_KEY } from './keys.ts';
import { readStored, store } from './storage.ts';
import { createStoredChanges } from './stored-changes.ts';

const changes = createStoredChanges();
/** The choice on this page, in case it cannot be stored. */
let acceptedHere = false;

export function hasConsent(): boolean {
  return acceptedHere || readStored('local', CONSENT_KEY) === 'true';
}

export function acceptCookies(): void {
  acceptedHere = true;
  store('local', CONSENT_KEY, 'true');
  changes.tell();
}

/** Whether the visitor has accepted cookies; false in the prerendered page. */
export function useConsent(): boolean {
  return useSyncExternalStore(changes.subscribe, hasConsent, () => false);
}
