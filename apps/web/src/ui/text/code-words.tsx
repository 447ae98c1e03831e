import { codeParts } from '@sonde/contract/text/code-parts';
import type { ReactNode } from 'react';

/** A sentence of ours, in which what stands between two backticks is code, as in the texts of findings. */
export function codeWords(sentence: string): ReactNode {
  const parts = codeParts(sentence);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their places
  return parts.length === 1 ? sentence : parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
