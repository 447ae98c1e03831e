import { AskError } from '../../browser/api/ask-error.ts';
import { OFFLINE } from './offline.ts';

/** The second line if the visitor's own connection is the cause: the first speaks of the server. */
export function offlineCause(error: unknown): string | null {
  const isOffline = error instanceof AskError && error.stage === 'no-response' && !navigator.onLine;
  return isOffline ? OFFLINE : null;
}
