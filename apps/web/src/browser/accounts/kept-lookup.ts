import type { ListedLookup } from '@sonde/contract/lists/list-calls';

/** One lookup of a list of the account. */
export interface KeptLookup extends Pick<ListedLookup, 'target' | 'tool' | 'place'> {
  /** The id of the list. */
  readonly list: string;
}

/** The address of the page with the answer that was kept of a lookup. */
export const keptPath = ({ list, ...lookup }: KeptLookup): string =>
  `/lists?${new URLSearchParams({ list, ...parametersOf(lookup) })}`;

/** The lookup in the address of a page; null if there is none. */
export function keptLookup(search: string): KeptLookup | null {
  const query = new URLSearchParams(search);
  const [list, target, tool, place] = ['list', 'target', 'tool', 'place'].map((name) => query.get(name) || undefined);
  if (list === undefined || target === undefined || tool === undefined) return null;
  return { list, target, tool, ...(place === undefined ? {} : { place }) };
}

/** How the page and the call name a lookup. */
export const parametersOf = ({ target, tool, place }: Omit<KeptLookup, 'list'>): Record<string, string> => ({
  tool,
  target,
  ...(place === undefined ? {} : { place }),
});
