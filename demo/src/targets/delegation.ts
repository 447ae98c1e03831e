import type { DemoPage, Offer } from './demo-page.ts';

const DNS_PORT = 53;

const delegations: readonly Offer[] = [
  ['shop.test', 'a signed zone in good order'],
  ['wild.test', 'a zone that is not signed'],
  ['old-key.test', 'a DS record of a key that the zone no longer has'],
  ['bogus.test', 'a record that was changed after it was signed'],
  ['behind.test', 'a server with an old copy, whose signatures have expired'],
  ['lame.test', 'name servers that are not configured for the zone'],
  ['silent.test', 'name servers that never answer'],
];

export const page: DemoPage = {
  path: '/delegation',
  field: 'domain',
  verdicts: { good: 'shop.test', broken: 'behind.test', error: 'nobody' },
  picture: 'behind.test',
  offers: ({ dnsRoot }) => (dnsRoot === null ? [] : delegations),
  note: ({ dnsRoot }) =>
    dnsRoot === null || dnsRoot.port === DNS_PORT
      ? null
      : `Port 53 is not available here: the name servers listen at port ${dnsRoot.port}.`,
};
