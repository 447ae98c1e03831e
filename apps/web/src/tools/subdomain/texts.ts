import { EXAMPLE_HOST } from '../screens/examples.ts';

/** The specification's texts for this screen, verbatim. */
export const texts = {
  placeholder: `Enter domain, e.g. ${EXAMPLE_HOST}`,
  invalid: 'Please enter a valid domain name.',
  search: 'Search',
  searching: 'Searching...',
  failed: 'Failed to fetch subdomains. Please try again.',
  results: (domain: string) => `Results for ${domain}`,
} as const;

/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Tries thousands of common names, and reads what certificates and the zone itself reveal. A name that is neither guessable nor mentioned anywhere stays hidden, so the list may be incomplete.';
