import { type Pasted, readPasted } from '@sonde/contract/targets/pasted';
import { textFor } from '../../tools/paste/pasted-text.ts';
import { lookupLink, toolsForPasted } from '../../tools/screens/lookup-link.ts';
import type { ScreenCard } from '../../tools/screens/screen-card.ts';

/** The address of the page that is shown. */
export interface Place {
  readonly path: string;
  readonly search: string;
}

/** The last target on a tool's page; pages without a field do not change it. */
let carried: Pasted | null = null;

/**
 * Where the menu leads while a target is on the page: by tool, its page with the same target. Tools that take no such
 * target are left out, and so is the tool itself. Whether a link runs by itself is the page's own business.
 */
export function travelLinks({ path, search }: Place, screens: readonly ScreenCard[]): ReadonlyMap<string, string> {
  const here = screens.find((screen) => screen.path === path);
  if (here?.lookup !== undefined) carried = targetIn(here, search);
  const target = carried;
  if (target === null) return new Map();
  const others = toolsForPasted(target, screens).filter((screen) => screen !== here);
  return new Map(others.map((screen) => [screen.id, lookupLink(screen, textFor(screen, target)) ?? screen.path]));
}

function targetIn({ lookup }: ScreenCard, search: string): Pasted | null {
  const query = new URLSearchParams(search);
  const names = [lookup?.param, lookup?.second?.param];
  const text = names.flatMap((name) => (name === undefined ? [] : (query.get(name) ?? [])))[0];
  return text === undefined ? null : readPasted(text);
}
