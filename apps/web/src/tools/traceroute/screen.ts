import { Route } from 'lucide-react';
import type { ScreenCard } from '../screen-card.ts';

export const screen: ScreenCard = {
  id: 'traceroute',
  path: '/traceroute',
  group: 'network',
  name: 'Traceroute',
  title: 'Traceroute',
  subtitle: 'Coming Soon',
  description: 'Distributed traceroute, announced and not there yet.',
  icon: Route,
  status: 'soon',
  features: ['Distributed traceroute'],
  load: () => import('./page.tsx'),
};
