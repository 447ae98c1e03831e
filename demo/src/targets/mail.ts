import type { DemoPage, Offer } from './demo-page.ts';

const withServers: readonly Offer[] = [
  ['renewed.test', 'a new key at the mail server, and the old one in DANE'],
  ['mixed.test', 'a mail server with an expired certificate, and one that is busy'],
];

export const page: DemoPage = {
  path: '/mail',
  field: 'domain',
  verdicts: { good: 'shop.test', warning: 'mixed.test', broken: 'careless.test', error: 'gone.test' },
  picture: 'careless.test',
  offers: ({ hasMail }) => [
    [
      'shop.test',
      hasMail ? 'mail in good order: SPF, DKIM, DMARC, and servers with TLS and DANE' : 'MX, SPF, DKIM and DMARC',
    ],
    ...(hasMail ? withServers : []),
    ['parked.test', 'a domain that takes and sends no mail, as it should be'],
    ['careless.test', 'SPF beyond its limits, and DMARC that only watches'],
  ],
  note: ({ hasMail }) => (hasMail ? null : 'Port 25 is not available here, so what mail servers say there is missing.'),
};
