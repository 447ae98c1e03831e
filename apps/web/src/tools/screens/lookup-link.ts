import type { Pasted } from '@sonde/contract/targets/pasted';
import { readTarget, type TargetKind } from '@sonde/contract/targets/target-kinds';
import { fieldKinds } from './field-kinds.ts';
import type { ScreenCard } from './screen-card.ts';

/**
 * The address of a lookup, with the parameter of the tool's field, or the second one for targets that the field
 * refuses.
 */
export function lookupLink(screen: ScreenCard, target: string): string | null {
  if (screen.lookup === undefined) return null;
  const second = secondTarget(screen, target);
  const query = second === null ? { [screen.lookup.param]: target } : { [second.param]: second.target };
  return `${screen.path}?${new URLSearchParams(query)}`;
}

/** The live tools that accept a target, by its kind. */
export function toolsFor(target: string, screens: readonly ScreenCard[]): readonly ScreenCard[] {
  const read = readTarget(target);
  return read === null ? [] : toolsForKinds([read.kind], screens);
}

/** The live tools that accept the target of a pasted text, or the URL around it. */
export function toolsForPasted({ kind, url }: Pasted, screens: readonly ScreenCard[]): readonly ScreenCard[] {
  return toolsForKinds(url === null ? [kind] : [kind, 'url'], screens);
}

function toolsForKinds(kinds: readonly TargetKind[], screens: readonly ScreenCard[]): readonly ScreenCard[] {
  return screens.filter((screen) => {
    const taken = [...fieldKinds(screen), ...(screen.lookup?.second?.takes ?? [])];
    return screen.status === 'live' && kinds.some((kind) => taken.includes(kind));
  });
}

/** What a page looks up for a text that its field refuses, and its query parameter; null if there is no such lookup. */
export function secondTarget({ lookup }: ScreenCard, text: string): { param: string; target: string } | null {
  if (lookup?.second === undefined) return null;
  const read = readTarget(text, lookup.second.takes);
  return read === null ? null : { param: lookup.second.param, target: read.target };
}

/** The target in the address of a tool's page, under its first or second parameter; null if there is none. */
export function targetInSearch({ lookup }: Pick<ScreenCard, 'lookup'>, search: string): string | null {
  const query = new URLSearchParams(search);
  const names = [lookup?.param, lookup?.second?.param].filter((name) => name !== undefined);
  return names.map((name) => query.get(name)).find((text) => text !== null) ?? null;
}
