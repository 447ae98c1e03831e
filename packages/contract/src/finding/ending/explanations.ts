import type { Explanation } from '../explanation.ts';

export const endingExplanations = {
  'ends-within-days': {
    states: ['warn', 'unknown'],
    title: 'Expires within the given days',
    meaning:
      'A certificate or registration expires within the given number of days, or has expired. The state is unknown if there is no expiry date.',
    importance: 'A renewal takes time, so you asked for a warning this many days ahead.',
    effect: 'Nothing yet: clients notice only when it has expired.',
    remedies: {
      'Certificate authority': 'Renew the certificate, or find out why it was not renewed automatically.',
      Registrar: 'Renew the registration, or turn on automatic renewal.',
    },
    source: { name: 'RFC 5280, section 4.1.2.5', url: 'https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
