import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/dns',
  field: 'domain',
  verdicts: { good: 'large.test', warning: 'shop.test', broken: 'bogus.test', error: 'silent.test' },
  offers: () => [
    ['shop.test', 'a signed zone, with an address of loopback'],
    ['bogus.test', 'data that do not match their DNSSEC signatures'],
    ['lame.test', 'name servers that are not configured for the zone'],
    ['silent.test', 'name servers that never answer'],
    ['loop.test', 'an alias loop'],
    ['large.test', 'an answer too large for UDP'],
    ['gone.test', 'a name that does not exist'],
    ['changing.test', 'a mail server with another name each minute: watch it'],
  ],
  note: () => 'All hosts of the demo have loopback addresses, which the warning is about.',
};
