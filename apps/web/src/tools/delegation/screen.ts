import { ListTree } from '../../ui/icons/lucide/list-tree.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'delegation',
  path: '/delegation',
  group: 'checks',
  name: 'Delegation',
  title: 'Delegation',
  subtitle: 'Delegation and DNSSEC from the root, server by server',
  words: 'nameserver name servers ns glue dnssec ds dnskey parent registry chain serial soa',
  icon: ListTree,
  status: 'live',
  features: [],
  lookup: { param: 'domain' },
  load: () => import('./page.tsx'),
};
