/** Null: measured, and there is none. A list is a set: sorted, without duplicates (see `setOf`). */
export type FactValue = string | number | boolean | null | readonly string[];

/**
 * What counts as the state of the world in an answer, by path, such as `suites/TLSv1.2`. Anything not measured completely
 * has no path, so that a path that only one of two answers has is not a difference.
 */
export type Facts = ReadonlyMap<string, FactValue>;

/** Makes a set of the members: sorted, without duplicates. */
export function setOf(members: Iterable<string>): readonly string[] {
  const all = [...members];
  // Most sets have one member.
  return all.length < 2 ? all : [...new Set(all)].toSorted();
}

/** A path and its value; undefined if it is not known. */
export type Fact = readonly [path: string, value: FactValue | undefined];

/** The facts whose values are known. */
export function factsFrom(facts: Iterable<Fact>): Facts {
  const known = new Map<string, FactValue>();
  for (const [path, value] of facts) if (value !== undefined) known.set(path, value);
  return known;
}
