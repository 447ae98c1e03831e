import { EXAMPLE_HOST } from '../screens/examples.ts';

/** The specification's texts for this screen, verbatim. */
export const texts = {
  placeholder: 'Enter domain name...',
  idle: 'Enter a domain name to view its registration and ownership details',
  invalid: `Please enter a valid domain name (e.g. ${EXAMPLE_HOST})`,
  loading: 'Looking up WHOIS info...',
  noData: 'WHOIS data not found or API returned error',
  fallback: 'Could not fetch WHOIS info',
} as const;

/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Queries the registry itself, by RDAP and WHOIS. Many registries withhold names and contacts of holders, and each writes its records in its own form: what is missing here may be in the text of the record.';
