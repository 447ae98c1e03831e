import { codeInWords } from '@sonde/contract/finding/code-in-words';
import type { Explanation } from '@sonde/contract/finding/explanation';

const known = new Map<string, Explanation>();

/** Makes the texts of a tool's findings known. The code that shows them brings them along, so they are never late. */
export function addExplanations(texts: Readonly<Record<string, Explanation>>): void {
  for (const [code, text] of Object.entries(texts)) known.set(code, text);
}

/** The explanation of a code; null for a code of a newer server. */
export function explanationOf(code: string): Explanation | null {
  return known.get(code) ?? null;
}

/** The heading of a finding: that of its explanation, otherwise its code in words. */
export const titleOf = (code: string): string => explanationOf(code)?.title ?? codeInWords(code);
