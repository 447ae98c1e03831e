import { EXAMPLE_HOST } from '../../examples.ts';

/** The specification's texts for this screen, letter by letter. */
export const texts = {
  placeholder: `Enter domain (e.g., ${EXAMPLE_HOST})`,
  blank: 'Please enter a domain',
  button: 'Check SSL',
  busy: 'Loading...',
  missing: 'Not available',
  failed: 'Failed to fetch SSL information',
  secure: 'Secure',
  notSecure: 'Not Secure',
} as const;

/** What the tool measures, and what it cannot tell. */
export const ABOUT =
  'Connects to a server many times to find out which certificate, versions and cipher suites it really uses. It cannot tell what the server shows to other networks, or whether its key has been stolen.';
