import { Network } from '../../ui/icons/lucide/network.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'subdomain',
  path: '/subdomain',
  group: 'domain',
  name: 'SubDomain',
  title: 'Subdomain Finder',
  subtitle: null,
  icon: Network,
  status: 'live',
  features: [],
  lookup: { param: 'domain', keepsRefused: true },
  load: () => import('./page.tsx'),
};
