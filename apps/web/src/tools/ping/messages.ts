import { AskError } from '../../browser/api/ask-error.ts';
import { NO_RESPONSE } from './texts.ts';

const PREFIX = 'Ping failed: ';
const NOTHING_BETTER = 'Failed to ping host. Please try again.';

/** The message of a failed ping. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'An unexpected error occurred during ping';
  const message = error instanceof AskError ? askText(error) : error.message;
  return message === '' ? 'Ping failed' : PREFIX + message;
}

function askText(error: AskError): string {
  switch (error.stage) {
    case 'no-response':
      return NO_RESPONSE;
    case 'status':
    case 'encrypted':
      return error.message;
    case 'no-data':
      return 'No data received from ping';
    case 'envelope':
      return error.serverMessage || NOTHING_BETTER;
    case 'unreadable':
      return NOTHING_BETTER;
  }
}
