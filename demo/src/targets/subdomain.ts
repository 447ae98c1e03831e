import type { DemoPage } from './demo-page.ts';

const HTTPS_PORT = 443;

export const page: DemoPage = {
  path: '/subdomain',
  field: 'domain',
  verdicts: { good: 'shop.test', broken: 'careless.test', error: 'gone.test' },
  offers: () => [
    ['shop.test', 'names from a certificate log, records and words'],
    ['careless.test', 'an alias that anybody can take over'],
    ['wild.test', 'a wildcard, distinguished from real names'],
  ],
  note: ({ webServers }) =>
    webServers['shop.test'].port === HTTPS_PORT
      ? null
      : 'Ports 53 and 443 are not available here: two of the sources are gaps.',
};
