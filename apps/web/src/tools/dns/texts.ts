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
