import { AppWindow } from '../../ui/icons/lucide/app-window.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'web',
  path: '/web',
  group: 'checks',
  name: 'Web',
  title: 'Web',
  subtitle: 'What a browser meets at a web address',
  words: 'http https redirect redirects header headers cookie cookies hsts csp cors security.txt website h3 quic',
  icon: AppWindow,
  status: 'live',
  features: [],
  lookup: { param: 'url' },
  load: () => import('./page.tsx'),
};
