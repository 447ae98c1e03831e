/** Looks up a word in a table; `fallback` for an unknown word, as newer servers may send. */
export function knownWord<Value>(table: Readonly<Record<string, Value>>, word: string, fallback: Value): Value {
  return Object.hasOwn(table, word) ? (table[word] ?? fallback) : fallback;
}
