/**
 * Copies a value with every list in another order.
 * @param at given the number of members left, returns the index of the next one.
 */
export function shuffled(value: unknown, at: (length: number) => number): unknown {
  if (Array.isArray(value)) {
    const rest = value.map((one) => shuffled(one, at));
    return value.map(() => rest.splice(at(rest.length), 1)[0]);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shuffled(one, at)]));
}
