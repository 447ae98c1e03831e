import { UserRound } from '../../ui/icons/lucide/user-round.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'whois',
  path: '/whois',
  group: 'domain',
  name: 'Who Is',
  title: 'WHOIS Checker',
  subtitle: 'Domain registration information lookup',
  icon: UserRound,
  status: 'live',
  features: [],
  lookup: {
    param: 'domain',
    second: { param: 'resource', takes: ['ipv4', 'ipv6', 'as-number'], action: 'Registration of' },
  },
  load: () => import('./page.tsx'),
};
