import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/mac',
  field: 'mac',
  verdicts: { good: '70:b3:d5:f2:f1:23', error: 'no address' },
  offers: () => [
    ['70:b3:d5:f2:f1:23', 'a small block, taken from a larger one'],
    ['00:00:5e:00:01:07', 'a virtual router'],
    ['52:54:00:12:34:56', 'a local address of a virtual machine'],
  ],
};
