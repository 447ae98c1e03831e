import { MapPin } from '../../ui/icons/lucide/map-pin.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'geo',
  path: '/',
  group: 'ip',
  name: 'IP Tracker',
  title: 'IP Tracker',
  subtitle: 'Track and analyze IP addresses and domains',
  icon: MapPin,
  status: 'live',
  features: [],
  lookup: { param: 'q', keepsRefused: true },
  load: () => import('./page.tsx'),
};
