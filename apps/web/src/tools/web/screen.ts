import { AppWindow } from '../../ui/icons/lucide/app-window.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'web',
  path: '/web',
  group: 'checks',
  name: 'Web',
  title: 'Web',
  subtitle: 'What a browser meets at a web address',
  icon: AppWindow,
  status: 'live',
  features: [],
  lookup: { param: 'url' },
  load: () => import('./page.tsx'),
};
