import { failures } from '@sonde/contract/failure';

/** What a table holds for a word; `otherwise` for one that it lacks, because the server is newer than the page. */
export function knownWord<Value>(table: Readonly<Record<string, Value>>, word: string, otherwise: Value): Value {
  return Object.hasOwn(table, word) ? (table[word] ?? otherwise) : otherwise;
}

/** Why a part of an answer is missing, in a sentence; the server's own word where the page does not know it. */
export function gapMeaning(code: string): string {
  return knownWord<{ readonly means: string }>(failures, code, { means: `${code}.` }).means;
}
