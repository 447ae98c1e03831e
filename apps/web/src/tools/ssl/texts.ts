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
