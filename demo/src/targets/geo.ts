import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/',
  field: 'q',
  verdicts: { good: '8.8.8.8', error: 'gone.test' },
  offers: () => [
    ['8.8.8.8', 'a public address, from the databases on this machine'],
    ['2001:4860:4860::8888', 'an IPv6 address'],
    ['resolvers.test', 'a name with several public addresses'],
  ],
  note: () => 'Public addresses are only looked up in the databases of this machine.',
};
