import { LIMITED_HOP, PATH_NAME, pathHops } from '../path/route.ts';
import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/traceroute',
  field: 'host',
  verdicts: { good: 'shop.test', error: '8.8.8.8' },
  offers: ({ path }) => [
    ['shop.test', 'a host that is one hop away'],
    ...('address' in path
      ? [[PATH_NAME, `a path of ${pathHops.length} hops: router ${LIMITED_HOP} limits its answers`] as const]
      : []),
  ],
  note: ({ path }) =>
    'address' in path
      ? `Only hosts of the demo are reachable: ${PATH_NAME} by ICMP, behind routers in a network of its own on this machine; all others are one hop away.`
      : `Only hosts of the demo are reachable, and all are one hop away. ${PATH_NAME}, which is ${pathHops.length} hops away, is not there: ${path.missing}.`,
};
