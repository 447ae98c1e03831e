import { siteConfig } from '../browser/site-config.ts';
import { screens } from './index.ts';
import { cardWhenOff, type ScreenCard } from './screens/screen-card.ts';

/** The pages of tools that stay announced when they are turned off: the build renders them beside the others. */
export const announcedScreens: readonly ScreenCard[] = screens.flatMap((screen) => cardWhenOff(screen) ?? []);

/** The screens of this site: without those that its operator has turned off, or as announced ones. */
export const siteScreens: readonly ScreenCard[] = screens.flatMap((screen) =>
  siteConfig.toolsOff.includes(screen.id) && screen.status === 'live' ? (cardWhenOff(screen) ?? []) : screen,
);
