import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/ping',
  field: 'host',
  verdicts: { good: 'shop.test', warning: 'lossy.test', unknown: 'quiet.test', error: '8.8.8.8' },
  picture: 'lossy.test',
  offers: ({ lossy, quiet }) => [
    ['shop.test', 'a host that answers'],
    ...(lossy === null ? [] : [['lossy.test', 'a host that loses packets'] as const]),
    ...(quiet === null ? [] : [['quiet.test', 'a host that does not answer'] as const]),
  ],
  note: ({ quiet }) =>
    quiet === null
      ? 'Hosts that lose packets cannot be shown on this system: loopback answers every ping.'
      : 'Only hosts of the demo are reachable. Loopback answers every ping; the other two are measured by TCP handshakes.',
};
