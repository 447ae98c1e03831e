import { AskError } from '../../browser/api/ask-error.ts';
import { OFFLINE } from './offline.ts';

/** A second line for visitors who are offline: the first line speaks of the server. */
export function offlineCause(error: unknown): string | null {
  const isOffline = error instanceof AskError && error.stage === 'no-response' && !navigator.onLine;
  return isOffline ? OFFLINE : null;
}
