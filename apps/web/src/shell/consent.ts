import { useSyncExternalStore } from 'react';
import { readStored, store } from './storage.ts';

export const CONSENT_KEY = 'cookieConsent';

const listeners = new Set<() => void>();
/** Holds for this page where nothing can be stored. */
let acceptedHere = false;

export function hasConsent(): boolean {
  return acceptedHere || readStored('local', CONSENT_KEY) === 'true';
}

export function acceptCookies(): void {
  acceptedHere = true;
  store('local', CONSENT_KEY, 'true');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Accepted in another tab.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether the visitor has accepted cookies; not, in the prerendered page. */
export function useConsent(): boolean {
  return useSyncExternalStore(subscribe, hasConsent, () => false);
}
