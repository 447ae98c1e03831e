import { readPasted } from '@sonde/contract/target/pasted';
import type { ScreenCard } from '../tools/screen-card.ts';
import { textFor } from '../tools/understood.ts';
import type { RecentLookup } from '../ui/recent-store.ts';
import { lookupLink, toolsForKind } from './lookup-link.ts';

export interface PaletteOption {
  readonly href: string;
  readonly screen: ScreenCard;
  /** What would be looked up; null when it only opens the tool. */
  readonly target: string | null;
}

export interface PaletteGroup {
  readonly name: string;
  readonly options: readonly PaletteOption[];
}

export interface PaletteInput {
  readonly text: string;
  readonly screens: readonly ScreenCard[];
  readonly recent: readonly RecentLookup[];
  /** The current page's tool comes first. */
  readonly path: string;
}

const MAX_RECENT = 5;

/** What the palette offers for a text: lookups of it, tools of that name, lookups made before. Without empty groups. */
export function paletteGroups({ text, screens, recent, path }: PaletteInput): readonly PaletteGroup[] {
  const typed = text.trim();
  const sought = typed.toLowerCase();
  const read = readPasted(text);
  const runs = read === null ? [] : toolsForKind(read.kind, screens);
  const hereFirst = runs.toSorted((a, b) => Number(b.path === path) - Number(a.path === path));
  const named = screens.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(sought));
  const before = recent.filter(({ target }) => target !== typed && target.toLowerCase().includes(sought));
  const groups = [
    {
      name: `Run with ${read?.text}`,
      options: hereFirst.flatMap((screen) => (read === null ? [] : lookupOption(screen, textFor(screen, read)))),
    },
    { name: 'Tools', options: named.map((screen) => ({ href: screen.path, screen, target: null })) },
    { name: 'Recent', options: before.slice(0, MAX_RECENT).flatMap((lookup) => recentOption(lookup, screens)) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function lookupOption(screen: ScreenCard, target: string): readonly PaletteOption[] {
  const href = lookupLink(screen, target);
  return href === null ? [] : [{ href, screen, target }];
}

function recentOption({ tool, target }: RecentLookup, screens: readonly ScreenCard[]): readonly PaletteOption[] {
  const screen = screens.find(({ id }) => id === tool);
  return screen === undefined ? [] : lookupOption(screen, target);
}
