import { FileText } from '../../ui/icons/lucide/file-text.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export const screen: ScreenCard = {
  id: 'iplogger',
  path: '/ip-logger',
  group: 'ip',
  name: 'IP Logger',
  title: 'IP Logger',
  subtitle: 'Coming Soon',
  icon: FileText,
  status: 'soon',
  features: ['Advanced IP logging and tracking'],
  load: () => import('./page.tsx'),
};
