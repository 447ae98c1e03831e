import { AskError } from './ask-error.ts';

/** The server's message, or a text of ours if there was no response. */
export function textOf(error: unknown): string {
  if (error instanceof AskError && error.serverMessage) return error.serverMessage;
  return 'The server does not respond. Please check the connection and try again.';
}
