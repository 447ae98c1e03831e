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
