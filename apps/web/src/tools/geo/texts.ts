import { EXAMPLE_HOST, EXAMPLE_IP } from '../screens/examples.ts';

/** The specification's texts for this screen, verbatim. */
export const texts = {
  placeholder: `Enter IP address or domain (e.g., ${EXAMPLE_IP} or ${EXAMPLE_HOST})`,
  blank: 'Please enter an IP address or domain name',
  search: 'Search',
  searching: 'Searching...',
} as const;

/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Looks up an address in databases on this server, so no other site learns of it. A location is an estimate of where a network is used. The country is right more often than the city, and it never shows a home address.';
