import { EXAMPLE_HOST } from '../screens/examples.ts';

/** The specification's texts for this screen, verbatim. */
export const texts = {
  placeholder: `Enter domain (e.g., ${EXAMPLE_HOST})`,
  blank: 'Please enter a domain',
  button: 'Check SSL',
  busy: 'Loading...',
  failed: 'Failed to fetch SSL information',
} as const;

/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Connects to a server many times to find out which certificate, versions and cipher suites it really uses. It cannot tell what the server shows to other networks, or whether its key has been stolen.';
