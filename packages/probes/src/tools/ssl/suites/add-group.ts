import { isFiniteField } from '../../../protocols/tls-records/registries/groups.ts';

/** Adds a group. Curves keep the order in which the server selects them; finite fields, several at a time, follow by size. */
export function addGroup(groups: number[], group: number): void {
  const isBehind = (other: number) => isFiniteField(other) && (!isFiniteField(group) || other > group);
  const place = groups.findIndex(isBehind);
  groups.splice(place < 0 ? groups.length : place, 0, group);
}
