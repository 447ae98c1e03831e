import { Route } from '../../ui/icons/lucide/route.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'traceroute',
  path: '/traceroute',
  group: 'network',
  name: 'Traceroute',
  title: 'Traceroute',
  subtitle: 'The routers on the way to a host',
  icon: Route,
  status: 'live',
  features: ['Distributed traceroute'],
  lookup: { param: 'host' },
  announced: {
    subtitle: 'Coming Soon',
    load: () => import('./announced.tsx'),
  },
  load: () => import('./page.tsx'),
};
