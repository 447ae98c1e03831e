import { readPasted } from '@sonde/contract/targets/pasted';
import type { ComponentType } from 'react';
import type { RecentLookup } from '../../browser/storage/recent-lookups.ts';
import { textFor } from '../../tools/paste/pasted-text.ts';
import { lookupLink, toolsForPasted } from '../../tools/screens/lookup-link.ts';
import type { ScreenCard } from '../../tools/screens/screen-card.ts';

export interface PaletteOption {
  /** Unique among all options. */
  readonly key: string;
  readonly name: string;
  readonly icon: ComponentType<{ className?: string }>;
  /** The target to look up; null for options that are not lookups. */
  readonly target: string | null;
  /** Opens a page of this site, or runs an action. */
  readonly does: { readonly href: string } | { act(): unknown };
}

export interface PaletteGroup {
  readonly name: string;
  readonly options: readonly PaletteOption[];
}

/** An option that is not a tool, with the words by which it is found. */
export interface PaletteExtra extends Omit<PaletteOption, 'target'> {
  readonly group: string;
  readonly words: string;
}

export interface PaletteInput {
  readonly text: string;
  readonly screens: readonly ScreenCard[];
  readonly recent: readonly RecentLookup[];
  /** Pages, exports, settings; their groups keep the order given here. */
  readonly extras: readonly PaletteExtra[];
  /** The tool of the current page comes first. */
  readonly path: string;
}

const MAX_RECENT = 5;

/**
 * The palette's options for a text: lookups of it, tools of that name, earlier lookups, and everything else. Empty
 * groups are left out.
 */
export function paletteGroups({ text, screens, recent, extras, path }: PaletteInput): readonly PaletteGroup[] {
  const typed = text.trim();
  const sought = typed.toLowerCase();
  const named = screens.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(sought));
  const before = recent.filter(({ target }) => target !== typed && target.toLowerCase().includes(sought));
  const groups = [
    runGroup(text, screens, path),
    { name: 'Tools', options: named.map(toolOption) },
    { name: 'Recent', options: before.slice(0, MAX_RECENT).flatMap((lookup) => recentOption(lookup, screens)) },
    ...extraGroups(extras.filter(({ name, words }) => `${name} ${words}`.toLowerCase().includes(sought))),
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function runGroup(text: string, screens: readonly ScreenCard[], path: string): PaletteGroup {
  const read = readPasted(text);
  if (read === null) return { name: 'Run', options: [] };
  const hereFirst = toolsForPasted(read, screens).toSorted((a, b) => Number(b.path === path) - Number(a.path === path));
  return {
    name: `Run with ${read.text}`,
    options: hereFirst.flatMap((screen) => lookupOption(screen, textFor(screen, read))),
  };
}

function extraGroups(extras: readonly PaletteExtra[]): PaletteGroup[] {
  const names = [...new Set(extras.map(({ group }) => group))];
  return names.map((name) => ({
    name,
    options: extras.flatMap(({ group, key, name: shown, icon, does }) =>
      group === name ? [{ key, name: shown, icon, target: null, does }] : [],
    ),
  }));
}

function toolOption({ path, name, icon }: ScreenCard): PaletteOption {
  return { key: path, name, icon, target: null, does: { href: path } };
}

function lookupOption(screen: ScreenCard, target: string): readonly PaletteOption[] {
  const href = lookupLink(screen, target);
  return href === null ? [] : [{ key: href, name: screen.name, icon: screen.icon, target, does: { href } }];
}

function recentOption({ tool, target }: RecentLookup, screens: readonly ScreenCard[]): readonly PaletteOption[] {
  const screen = screens.find(({ id }) => id === tool);
  return screen === undefined ? [] : lookupOption(screen, target);
}
