import { Cpu } from '../../ui/icons/lucide/cpu.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'mac',
  path: '/mac',
  group: 'network',
  name: 'Mac Id Info',
  title: 'MAC Address Lookup',
  subtitle: 'Who a MAC address is assigned to, and what its bits mean',
  icon: Cpu,
  status: 'live',
  features: [
    'Identify manufacturers and vendors',
    'Verify MAC authenticity',
    'Check device type and specs',
    'Detailed vendor info',
    'Validate network device inventory',
    'Track device history',
  ],
  lookup: { param: 'mac' },
  announced: {
    subtitle: 'Coming Soon',
    load: () => import('./announced.tsx'),
  },
  load: () => import('./page.tsx'),
};
