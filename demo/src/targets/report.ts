import type { DemoPage } from './demo-page.ts';

const HTTPS_PORT = 443;

export const page: DemoPage = {
  path: '/report',
  field: 'target',
  offers: () => [
    ['shop.test', 'a domain in good order, seen by every tool'],
    ['careless.test', 'a domain with problems to fix'],
    ['8.8.8.8', 'an address: fewer tools have something to say'],
  ],
  note: ({ webServers }) =>
    webServers['shop.test'].port === HTTPS_PORT ? null : 'Port 443 is not available here: the certificate is missing.',
};
