import { clientTexts, failureTexts } from '../lookup/failure-texts.ts';
import { NO_RESPONSE } from './texts.ts';

/** The message of a failed ping. */
export const failureText = failureTexts({
  fallback: 'Failed to ping host. Please try again.',
  at: { ...clientTexts, 'no-response': NO_RESPONSE, 'no-data': 'No data received from ping' },
  prefix: 'Ping failed: ',
  nameless: 'Ping failed',
  unexpected: 'An unexpected error occurred during ping',
});
