import { AskError } from '../../browser/api/ask-error.ts';
import { OFFLINE } from './offline.ts';

/** A second line for visitors who are offline: the first line speaks of the server. */
export function offlineCause(error: unknown): string | null {
  const isOffline = isUnanswered(error) && !navigator.onLine;
  return isOffline ? OFFLINE : null;
}

const SILENT =
  'This server did not answer. It may be restarting, or something between it and you is in the way: try again in a moment.';

/** A second line where the server did not answer and the first line does not say so. */
export function silenceCause(error: unknown, message: string): string | null {
  return isUnanswered(error) && !message.includes('No response from server') ? SILENT : null;
}

function isUnanswered(error: unknown): boolean {
  return error instanceof AskError && error.stage === 'no-response';
}
