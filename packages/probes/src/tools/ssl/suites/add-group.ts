import { isFiniteField } from '../../../protocols/tls-records/registries/groups.ts';

/** Adds a group. Curves keep the order in which the server selects them; finite fields, several at a time, follow by size. */
export function addGroup(groups: number[], group: number): void {
  const isBehind = (other: number) => isFiniteField(other) && (!isFiniteField(group) || other > group);
  const place = groups.findIndex(isBehind);
  groups.splice(place < 0 ? groups.length : place, 0, group);
}

/**
 * The new ones among the groups that a server lists as those it supports. Null for a list that is not to be believed, because a
 * group is missing that the server was seen to select.
 */
export function newInList(
  listed: readonly number[],
  seen: readonly number[],
  known: readonly number[],
): number[] | null {
  if (!seen.every((group) => listed.includes(group))) return null;
  return known.filter((group) => listed.includes(group) && !seen.includes(group)).sort(byPlaceIn(listed));
}

const byPlaceIn = (list: readonly number[]) => (a: number, b: number) => list.indexOf(a) - list.indexOf(b);
