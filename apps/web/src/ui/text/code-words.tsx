import type { ReactNode } from 'react';

const CODE = /`([^`]+)`/;

/** A sentence of ours, in which what stands between two backticks is code, as in the texts of findings. */
export function codeWords(sentence: string): ReactNode {
  const parts = sentence.split(CODE);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their places
  return parts.length === 1 ? sentence : parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
