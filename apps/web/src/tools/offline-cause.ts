import { AskError } from '../ask-error.ts';
import { OFFLINE } from './offline.ts';

/** The second line where nothing came back because of the visitor's own connection: the first speaks of the server. */
export function offlineCause(error: unknown): string | null {
  const isOffline = error instanceof AskError && error.stage === 'no-response' && !navigator.onLine;
  return isOffline ? OFFLINE : null;
}
