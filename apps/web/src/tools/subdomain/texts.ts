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
  'Tries thousands of common names, and reads the names in certificates and in the zone itself. Names that cannot be guessed and appear nowhere are not found, so the list may be incomplete.';
