import { Server } from '../../ui/icons/lucide/server.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'dns',
  path: '/dns',
  group: 'domain',
  name: 'DNS Lookup',
  title: 'DNS Lookup',
  subtitle: 'Get full DNS records for any domain',
  icon: Server,
  status: 'live',
  features: [],
  lookup: {
    param: 'domain',
    second: { param: 'address', takes: ['ipv4', 'ipv6'], action: 'Reverse lookup of' },
  },
  load: () => import('./page.tsx'),
};
