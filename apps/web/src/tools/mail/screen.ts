import { Mail } from '../../ui/icons/lucide/mail.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'mail',
  path: '/mail',
  group: 'checks',
  name: 'Mail',
  title: 'Mail',
  subtitle: 'Whether mail arrives, and who can send it in a domain’s name',
  icon: Mail,
  status: 'live',
  features: [],
  lookup: { param: 'domain' },
  load: () => import('./page.tsx'),
};
