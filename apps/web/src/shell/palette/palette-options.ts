import { type Pasted, readPasted } from '@sonde/contract/targets/pasted';
import type { ComponentType } from 'react';
import type { RecentLookup } from '../../browser/storage/recent-lookups.ts';
import type { TextReader } from '../../tools/paste/handed-text.ts';
import { offersAnywhere } from '../../tools/paste/offers.ts';
import { textFor } from '../../tools/paste/pasted-text.ts';
import { wholeText } from '../../tools/paste/whole-text.ts';
import { lookupLink, targetInSearch, toolsForPasted } from '../../tools/screens/lookup-link.ts';
import type { ScreenCard } from '../../tools/screens/screen-card.ts';
import { ListChecks } from '../../ui/icons/lucide/list-checks.ts';
import { type Rank, ranked, ranker, WORST } from './palette-rank.ts';

export interface PaletteOption {
  /** Unique among all options. */
  readonly key: string;
  readonly name: string;
  readonly icon: ComponentType<{ className?: string }>;
  /** The target to look up; null for options that are not lookups. */
  readonly target: string | null;
  /** Opens a page of this site, which may read a text, or runs an action. */
  readonly does:
    | { readonly href: string; readonly reads?: { readonly reader: TextReader; readonly text: string } }
    | { act(): unknown };
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
  /** The tool of the current page comes first, but for a domain the report. */
  readonly path: string;
  /** The query of the current page, whose target is offered to the other tools before anything is typed. */
  readonly search?: string;
}

const MAX_RECENT = 5;

/** By the path of the module: not in the screens' cards, which are part of the first load of every page. */
const searchWords = import.meta.glob<string>('../../tools/*/search-words.ts', { eager: true, import: 'searchWords' });
/** Further words by which a tool is found. */
export const wordsOf = (id: string) => searchWords[`../../tools/${id}/search-words.ts`] ?? '';

/**
 * The palette's options for a text: lookups of it, then tools, pages and the rest, in groups of which the one with the best
 * fit comes first. Empty groups are left out.
 */
export function paletteGroups(input: PaletteInput): readonly PaletteGroup[] {
  const { text, screens, path, search = '' } = input;
  const typed = text.trim();
  const groups = [
    readGroup(typed, screens),
    typed === '' ? onwardGroup({ path, search }, screens) : runGroup(text, screens, path),
    ...foundGroups(typed, input),
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** What has the typed words. Before anything is typed: everything, in its own order. */
function foundGroups(typed: string, { screens, recent, extras }: PaletteInput): readonly PaletteGroup[] {
  const rankOf = typed === '' ? () => 0 as const : ranker(typed.toLowerCase());
  const tools = ranked(screens, ({ id, name, title }) => rankOf({ names: [name, title], words: wordsOf(id) }));
  const before = recent.filter(({ target }) => target !== typed && target.toLowerCase().includes(typed.toLowerCase()));
  const found = [
    { rank: tools[0]?.rank ?? WORST, name: 'Tools', options: tools.map(({ item }) => toolOption(item)) },
    {
      rank: typed === '' ? 0 : WORST,
      name: 'Recent',
      options: before.slice(0, MAX_RECENT).flatMap((lookup) => recentOption(lookup, screens)),
    },
    ...extraGroups(ranked(extras, ({ name, words }) => rankOf({ names: [name], words }))),
  ];
  return found.toSorted((a, b) => a.rank - b.rank);
}

function runGroup(text: string, screens: readonly ScreenCard[], path: string): PaletteGroup {
  const read = readPasted(text);
  if (read === null) return { name: 'Run', options: [] };
  return { name: `Run with ${read.text}`, options: runOptions(read, screens, path) };
}

function runOptions(read: Pasted, screens: readonly ScreenCard[], path: string): readonly PaletteOption[] {
  const rankOf = (screen: ScreenCard) =>
    screen.id === 'report' && read.kind === 'domain' ? 0 : screen.path === path ? 1 : 2;
  const ordered = toolsForPasted(read, screens).toSorted((a, b) => rankOf(a) - rankOf(b));
  return ordered.flatMap((screen) => lookupOption(screen, textFor(screen, read)));
}

/** The other tools with the target of the current page. */
function onwardGroup({ path, search }: { path: string; search: string }, screens: readonly ScreenCard[]): PaletteGroup {
  const here = screens.find((screen) => screen.path === path);
  const target = here === undefined ? null : targetInSearch(here, search);
  const read = target === null ? null : readPasted(target);
  if (read === null) return { name: 'Continue', options: [] };
  const others = screens.filter((screen) => screen.path !== path);
  return { name: `Continue with ${read.text}`, options: runOptions(read, others, path) };
}

/** Readers of texts that are not a single target. */
function readGroup(typed: string, screens: readonly ScreenCard[]): PaletteGroup {
  const whole = wholeText(typed);
  const offers = offersAnywhere(whole, screens);
  const options = (offers?.ways ?? []).flatMap(({ label, does }): PaletteOption[] => {
    if (!('href' in does) || does.reader === null) return [];
    const reads = { reader: does.reader, text: whole };
    return [
      { key: `read ${does.href}`, name: label, icon: ListChecks, target: null, does: { href: does.href, reads } },
    ];
  });
  return { name: offers?.says ?? 'Read', options };
}

function extraGroups(
  found: readonly { readonly item: PaletteExtra; readonly rank: Rank }[],
): (PaletteGroup & { readonly rank: Rank })[] {
  const names = [...new Set(found.map(({ item }) => item.group))];
  return names.map((name) => {
    const own = found.filter(({ item }) => item.group === name);
    return {
      rank: own[0]?.rank ?? WORST,
      name,
      options: own.map(({ item: { key, name: shown, icon, does } }) => ({
        key,
        name: shown,
        icon,
        target: null,
        does,
      })),
    };
  });
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
