import { Network } from '../../ui/icons/lucide/network.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'subdomain',
  path: '/subdomain',
  group: 'domain',
  name: 'SubDomain',
  title: 'Subdomain Finder',
  subtitle: null,
  description: 'Find the subdomains of a domain and the IPv4 and IPv6 addresses they point to.',
  icon: Network,
  status: 'live',
  features: [],
  lookup: { param: 'domain', keepsRefused: true },
  load: () => import('./page.tsx'),
};
