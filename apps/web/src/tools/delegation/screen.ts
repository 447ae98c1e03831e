import { ListTree } from '../../ui/icons/lucide/list-tree.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'delegation',
  path: '/delegation',
  group: 'checks',
  name: 'Delegation',
  title: 'Delegation',
  subtitle: 'Delegation and DNSSEC from the root, server by server',
  icon: ListTree,
  status: 'live',
  features: [],
  lookup: { param: 'domain' },
  load: () => import('./page.tsx'),
};
