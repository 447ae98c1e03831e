import { Search } from 'lucide-react';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'delegation',
  path: '/delegation',
  group: 'network',
  name: 'Delegation',
  title: 'Delegation',
  subtitle: null,
  description: 'One sentence: what a visitor learns here.',
  icon: Search,
  status: 'live',
  features: [],
  lookup: { param: 'domain' },
  load: () => import('./page.tsx'),
};
