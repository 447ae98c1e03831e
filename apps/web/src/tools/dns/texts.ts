import { EXAMPLE_HOST } from '../screens/examples.ts';

/** The specification's texts for this screen, verbatim. */
export const texts = {
  placeholder: `Enter domain name (e.g. ${EXAMPLE_HOST})`,
  blank: 'Please enter a domain name',
  invalid: `Please enter a valid domain (e.g. ${EXAMPLE_HOST})`,
  loading: 'Looking up DNS records...',
  empty: 'No DNS records found for this domain',
} as const;

export const NO_RESPONSE = 'No response from server. Please check if the server is running.';

/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Queries a DNS resolver for every common record type, and shows whether it could validate the answers with DNSSEC. Other resolvers may still have older records until their TTL expires.';
