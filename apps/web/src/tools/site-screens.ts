import { siteConfig } from '../browser/site-config.ts';
import { screens } from './index.ts';
import { cardWhenOff, type ScreenCard } from './screens/screen-card.ts';

/** The screens of this site: tools that its operator has turned off are left out or shown as announced. */
export const siteScreens: readonly ScreenCard[] = screens.flatMap((screen) =>
  siteConfig.toolsOff.includes(screen.id) && screen.status === 'live' ? (cardWhenOff(screen) ?? []) : screen,
);
