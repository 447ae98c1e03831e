import type { Explanation } from '../explanation.ts';

export const endingExplanations = {
  'ends-within-days': {
    states: ['warn', 'unknown'],
    title: 'Ends within the days asked for',
    meaning:
      'A certificate or a registration ends, or has ended, within the number of days that was asked for. It is unknown where the end cannot be read.',
    importance: 'A renewal takes time and people: whoever asked wants to know that many days before.',
    effect: 'Nothing yet: clients notice the end alone, not the days before it.',
    remedies: {
      'Certificate authority': 'Renew the certificate, or find out why the automatic renewal has not run.',
      Registrar: 'Renew the registration, or turn on its automatic renewal.',
    },
    source: { name: 'RFC 5280, section 4.1.2.5', url: 'https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
