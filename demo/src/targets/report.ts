import type { DemoPage } from './demo-page.ts';

const HTTPS_PORT = 443;

export const page: DemoPage = {
  path: '/report',
  field: 'target',
  verdicts: { good: 'shop.test', broken: 'careless.test', error: 'gone.test' },
  offers: () => [
    ['shop.test', 'a domain in good order'],
    ['careless.test', 'a domain with problems to fix'],
    ['8.8.8.8', 'an address, known to the databases alone'],
  ],
  note: ({ webServers }) =>
    webServers['shop.test'].port === HTTPS_PORT ? null : 'Port 443 is not available here: the certificate is missing.',
};
