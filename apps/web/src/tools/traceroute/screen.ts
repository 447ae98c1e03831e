import { Route } from 'lucide-react';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'traceroute',
  path: '/traceroute',
  group: 'network',
  name: 'Traceroute',
  title: 'Traceroute',
  subtitle: 'Coming Soon',
  description: 'Distributed traceroute: announced, not available yet.',
  icon: Route,
  status: 'soon',
  features: ['Distributed traceroute'],
  load: () => import('./page.tsx'),
};
