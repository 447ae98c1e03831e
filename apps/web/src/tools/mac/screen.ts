import { Cpu } from 'lucide-react';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'mac',
  path: '/mac',
  group: 'network',
  name: 'Mac Id Info',
  title: 'MAC Address Lookup',
  subtitle: 'Coming Soon',
  description: 'MAC address lookup for manufacturers, device types and inventories: announced, not available yet.',
  icon: Cpu,
  status: 'soon',
  features: [
    'Identify manufacturers and vendors',
    'Verify MAC authenticity',
    'Check device type and specs',
    'Detailed vendor info',
    'Validate network device inventory',
    'Track device history',
  ],
  load: () => import('./page.tsx'),
};
