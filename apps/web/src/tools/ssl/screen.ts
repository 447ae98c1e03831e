import { Lock } from '../../ui/icons/lucide/lock.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'ssl',
  path: '/ssl',
  group: 'domain',
  name: 'SSL Info',
  title: 'SSL Certificate Checker',
  subtitle: 'Check SSL certificate details for any domain',
  icon: Lock,
  status: 'live',
  features: [],
  lookup: { param: 'domain', takesPort: true, keepsRefused: true },
  load: () => import('./page.tsx'),
};
