import { Activity } from '../../ui/icons/lucide/activity.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'ping',
  path: '/ping',
  group: 'network',
  name: 'Ping',
  title: 'Ping',
  subtitle: null,
  icon: Activity,
  status: 'live',
  features: [],
  lookup: { param: 'host', keepsRefused: true },
  load: () => import('./page.tsx'),
};
