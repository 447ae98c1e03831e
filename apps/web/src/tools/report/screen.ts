import { ClipboardList } from '../../ui/icons/lucide/clipboard-list.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'report',
  path: '/report',
  group: 'checks',
  name: 'Report',
  title: 'Report',
  subtitle: 'What every tool finds about one target',
  icon: ClipboardList,
  status: 'live',
  features: [],
  lookup: { param: 'target' },
  load: () => import('./page.tsx'),
};
