import { MapPin } from '../../ui/icons/lucide/map-pin.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'geo',
  path: '/',
  group: 'ip',
  name: 'IP Tracker',
  title: 'IP Tracker',
  subtitle: 'Track and analyze IP addresses and domains',
  words: 'my ip address location where country city map provider isp network asn as number geolocation',
  icon: MapPin,
  status: 'live',
  features: [],
  lookup: { param: 'q', keepsRefused: true },
  load: () => import('./page.tsx'),
};
