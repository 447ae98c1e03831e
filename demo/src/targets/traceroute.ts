import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/traceroute',
  field: 'host',
  verdicts: { good: 'shop.test', error: '8.8.8.8' },
  offers: () => [['shop.test', 'a path of one hop: loopback has no routers']],
  note: () =>
    'Only hosts of the demo are reachable, and all are one hop away: routers of its own would need privileges.',
};
