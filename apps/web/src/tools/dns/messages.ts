import { AskError } from '../../ask-error.ts';
import { EXAMPLE_HOST } from '../../examples.ts';

/** The specification's texts for this screen, letter by letter. */
export const texts = {
  placeholder: `Enter domain name (e.g. ${EXAMPLE_HOST})`,
  blank: 'Please enter a domain name',
  invalid: `Please enter a valid domain (e.g. ${EXAMPLE_HOST})`,
  loading: 'Looking up DNS records...',
  empty: 'No DNS records found for this domain',
} as const;

export const NO_RESPONSE = 'No response from server. Please check if the server is running.';
const PREFIX = 'DNS Lookup failed: ';

/** What is shown of a failed lookup. An empty answer is no failure: see `isEmptyAnswer`. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'An unexpected error occurred during DNS lookup';
  const message = error instanceof AskError ? askText(error) : error.message;
  return message === '' ? 'DNS lookup failed' : PREFIX + message;
}

function askText(error: AskError): string {
  switch (error.stage) {
    case 'no-response':
      return NO_RESPONSE;
    case 'status':
      return error.message;
    case 'no-data':
      return texts.empty;
    case 'envelope':
      return error.serverMessage || 'Failed to fetch DNS records. Please try again.';
    case 'unreadable':
      return 'Failed to fetch DNS records. Please try again.';
  }
}

/** True when the server says that there is nothing to show: that is an answer, without prefix. */
export function isEmptyAnswer(error: unknown): boolean {
  return error instanceof AskError && (error.failure?.code === 'not-found' || error.stage === 'no-data');
}

/** The second line under the empty answer: which of the two kinds of nothing it is. */
export function emptyReason(error: unknown): string {
  const reason = error instanceof AskError ? error.failure?.reason : null;
  if (reason === 'nxdomain')
    return 'The name does not exist. It may be misspelled, not registered, or not delegated yet.';
  if (reason === 'nodata') return 'The name exists, but it has no records of any type asked for.';
  return 'The name may be misspelled, not registered, or not delegated yet.';
}
