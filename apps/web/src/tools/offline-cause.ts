import { AskError } from '../ask-error.ts';

/** The second line where nothing came back because of the visitor's own connection: the first speaks of the server. */
export function offlineCause(error: unknown): string | null {
  const isOffline = error instanceof AskError && error.stage === 'no-response' && !navigator.onLine;
  return isOffline ? 'You are offline: this device has no network connection.' : null;
}
