import { type Route, toolRoute } from './routes.tsx';
import { screens } from './tools/index.ts';
import { cardWhenOff } from './tools/screens/screen-card.ts';

/** Pages shown in place of tools that are turned off. The build renders both versions; a site serves one of the two. */
export const announcedRoutes: readonly Route[] = screens
  .flatMap((screen) => cardWhenOff(screen) ?? [])
  .map(toolRoute('announced'));
