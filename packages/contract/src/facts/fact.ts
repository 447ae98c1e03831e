/** Null: it was measured, and there is none. A list is a set: in alphabetical order, each member once (see `setOf`). */
export type FactValue = string | number | boolean | null | readonly string[];

/**
 * What counts as the state of the world in an answer, by path, such as `suites/TLSv1.2`. What was not measured, or not
 * completely, has no path: a path that only one of two answers has is no difference between them.
 */
export type Facts = ReadonlyMap<string, FactValue>;

/** Members as a fact: their order and number do not count. */
export function setOf(members: Iterable<string>): readonly string[] {
  return [...new Set(members)].toSorted();
}

/** A path and its value; undefined for what is not known. */
export type Fact = readonly [path: string, value: FactValue | undefined];

/** The facts without those that are not known. */
export function factsFrom(facts: Iterable<Fact>): Facts {
  const known = new Map<string, FactValue>();
  for (const [path, value] of facts) if (value !== undefined) known.set(path, value);
  return known;
}
