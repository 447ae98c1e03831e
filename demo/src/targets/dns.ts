import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/dns',
  field: 'domain',
  verdicts: { good: 'shop.test', warning: 'changing.test', broken: 'bogus.test', error: 'silent.test' },
  offers: () => [
    ['shop.test', 'a signed zone in good order'],
    ['bogus.test', 'data that do not match their DNSSEC signatures'],
    ['lame.test', 'name servers that are not configured for the zone'],
    ['silent.test', 'name servers that never answer'],
    ['loop.test', 'an alias loop'],
    ['large.test', 'an answer too large for UDP'],
    ['gone.test', 'a name that does not exist'],
    ['changing.test', 'a mail server with another name each minute: watch it'],
  ],
};
