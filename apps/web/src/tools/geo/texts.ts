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
  'Looks an address up in databases on this server, so that no other site learns of it. A location is an estimate of where a network is used, more often right about the country than about the city, and never somebody’s home.';
