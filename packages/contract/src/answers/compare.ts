import type { Facts, FactValue } from '../fact/fact.ts';

/** A fact that two answers have with different values. */
export interface FactChange {
  readonly path: string;
  /** `new` or `gone` if one of the two values is null or an empty list. */
  readonly kind: 'new' | 'gone' | 'changed';
  readonly before: FactValue;
  readonly after: FactValue;
  /** List members that only the later answer has; [] for other values. */
  readonly added: readonly string[];
  /** List members that only the earlier answer has. */
  readonly removed: readonly string[];
}

export interface Comparison {
  /** In the order of the facts. */
  readonly changes: readonly FactChange[];
  /** The number of facts that both answers have. */
  readonly compared: number;
}

/**
 * The facts that changed from one answer to a later one. A fact that only one of them has is not a change: the other did
 * not measure it, or not completely.
 */
export function compareFacts(before: Facts, after: Facts): Comparison {
  const both = [...before].flatMap(([path, earlier]): FactChange[] => {
    const later = after.get(path);
    return later === undefined ? [] : [changeOf(path, earlier, later)];
  });
  return { changes: both.filter((change) => !isEqual(change.before, change.after)), compared: both.length };
}

/** The change of a fact from one value to another. */
export function changeOf(path: string, before: FactValue, after: FactValue): FactChange {
  const [earlier, later] = [membersOf(before), membersOf(after)];
  return {
    path,
    kind: isNothing(before) ? 'new' : isNothing(after) ? 'gone' : 'changed',
    before,
    after,
    added: later.filter((member) => !earlier.includes(member)),
    removed: earlier.filter((member) => !later.includes(member)),
  };
}

const isNothing = (value: FactValue) => value === null || (Array.isArray(value) && value.length === 0);

const membersOf = (value: FactValue): readonly string[] => (Array.isArray(value) ? value : []);

function isEqual(before: FactValue, after: FactValue): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
