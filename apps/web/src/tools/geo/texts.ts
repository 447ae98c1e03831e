import { EXAMPLE_HOST, EXAMPLE_IP } from '../../examples.ts';

/** The specification's texts for this screen, letter by letter. */
export const texts = {
  placeholder: `Enter IP address or domain (e.g., ${EXAMPLE_IP} or ${EXAMPLE_HOST})`,
  blank: 'Please enter an IP address or domain name',
  search: 'Search',
  searching: 'Searching...',
  location: 'Location Information',
  network: 'Network Information',
  missing: 'N/A',
} as const;

/** What the tool measures, and what it cannot tell. */
export const ABOUT =
  'Looks an address up in databases on this server, so that no other site learns of it. A place is an estimate of where a network is used, more often right about the country than about the city, and never somebody’s home.';
