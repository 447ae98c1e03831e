import { type Pasted, readPasted } from '@sonde/contract/targets/pasted';
import { textFor } from '../../tools/paste/pasted-text.ts';
import { lookupLink, toolsForPasted } from '../../tools/screens/lookup-link.ts';
import type { ScreenCard } from '../../tools/screens/screen-card.ts';

/** The address of the current page. */
export interface Place {
  readonly path: string;
  readonly search: string;
}

/** The last target on a tool's page; pages without a field do not change it. */
let carried: Pasted | null = null;

/**
 * Links from the menu while the page has a target: by tool, the tool's page with the same target. Tools that do not
 * take the target are left out, and so is the current tool. Whether a link starts its lookup is up to the page.
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
