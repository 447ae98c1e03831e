import { EXAMPLE_HOST } from '../../examples.ts';

/** The specification's texts for this screen, letter by letter. */
export const texts = {
  placeholder: `Enter domain, e.g. ${EXAMPLE_HOST}`,
  invalid: 'Please enter a valid domain name.',
  search: 'Search',
  searching: 'Searching...',
  failed: 'Failed to fetch subdomains. Please try again.',
  results: (domain: string) => `Results for ${domain}`,
} as const;

/** What the tool measures, and what it cannot tell. */
export const ABOUT =
  'Tries thousands of common names, and reads what certificates and the zone itself give away. A name that nobody would guess and nothing mentions stays hidden, so the list is never proven complete.';
