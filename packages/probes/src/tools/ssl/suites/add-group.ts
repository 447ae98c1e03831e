import { isFiniteField } from '../../../protocols/tls-records/registries/groups.ts';

/** Adds a group: curves before finite fields, which are found at the same time, each in the server's order. */
export function addGroup(groups: number[], group: number): void {
  const firstFiniteField = groups.findIndex(isFiniteField);
  const isBefore = !isFiniteField(group) && firstFiniteField >= 0;
  groups.splice(isBefore ? firstFiniteField : groups.length, 0, group);
}
