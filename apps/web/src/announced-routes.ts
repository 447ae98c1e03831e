import { type Route, toolRoute } from './routes.tsx';
import { screens } from './tools/index.ts';
import { cardWhenOff } from './tools/screens/screen-card.ts';

/**
 * The pages that take the place of tools that are turned off: the build renders them beside the others, and a site has
 * either the one or the other.
 */
export const announcedRoutes: readonly Route[] = screens
  .flatMap((screen) => cardWhenOff(screen) ?? [])
  .map(toolRoute('announced'));
