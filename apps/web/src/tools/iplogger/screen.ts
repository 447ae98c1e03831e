import { FileText } from 'lucide-react';
import type { ScreenCard } from '../screen-card.ts';

export const screen: ScreenCard = {
  id: 'iplogger',
  path: '/ip-logger',
  group: 'ip',
  name: 'IP Logger',
  title: 'IP Logger',
  subtitle: 'Coming Soon',
  description: 'Advanced IP logging and tracking, announced and not there yet.',
  icon: FileText,
  status: 'soon',
  features: ['Advanced IP logging and tracking'],
  load: () => import('./page.tsx'),
};
