import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/whois',
  field: 'domain',
  verdicts: { good: 'shop.test', unknown: 'undated.test', error: 'limited.test' },
  offers: () => [
    ['shop.test', 'WHOIS: from the root to the registry and its registrar'],
    ['museum.rdap', 'a registry with RDAP'],
    ['undated.test', 'a registry that publishes little'],
    ['free.test', 'a name that is not registered'],
    ['limited.test', 'a registry whose query limit is exceeded'],
  ],
  note: () => 'Of all networks, the registries of the demo know those of 8.8.8.8 and AS15169 only.',
};
