/** Looks up a word in a table; `fallback` if the word is unknown because the server is newer than its reader. */
export function knownWord<Value>(table: Readonly<Record<string, Value>>, word: string, fallback: Value): Value {
  return Object.hasOwn(table, word) ? (table[word] ?? fallback) : fallback;
}
