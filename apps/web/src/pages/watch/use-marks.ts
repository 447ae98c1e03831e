import type { WatchAt } from '@sonde/contract/watch/watch';
import { type RefObject, useEffect, useMemo } from 'react';
import { differingWords, wordsOf } from './differing-words.ts';

/** The smallest parts of an answer that state something: rows, facts and entries. */
const LINES = 'tbody tr, dl > div, .list > li, .pills > *, .fact, .chain > li > details > summary';
/** What is judged: each has a name that is the same in both answers. */
const JUDGED = '.ticks > li[data-check], li[data-code]';
const DIFFERS = 'data-differs';

/**
 * Marks what differs between the two answers of each pair: a check with another state, a finding that only one has, and every
 * row that has a value which only the facts of its moment have. So a TTL that has run down, or a number of days, is not marked.
 */
export function useMarks(root: RefObject<HTMLElement | null>, first: WatchAt['facts'], second: WatchAt['facts']): void {
  const words = useMemo(() => [differingWords(first, second), differingWords(second, first)], [first, second]);
  // After each render, because the answers are loaded one after the other.
  useEffect(() => {
    const node = root.current;
    if (node === null) return;
    const mark = () => {
      for (const pair of node.children) {
        const [left, right] = [...pair.children];
        if (left === undefined || right === undefined) continue;
        markIn(left, right, words[0] ?? new Set());
        markIn(right, left, words[1] ?? new Set());
      }
    };
    mark();
    // Rows that are shown on demand, and values in another form.
    const observer = new MutationObserver(mark);
    observer.observe(node, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  });
}

function markIn(one: Element, other: Element, words: ReadonlySet<string>): void {
  const [lines, judged] = [new Set(textsIn(other, LINES)), new Set(judgedIn(other))];
  for (const line of one.querySelectorAll(LINES)) {
    const text = textOf(line);
    line.toggleAttribute(DIFFERS, !lines.has(text) && wordsOf(text).some((word) => words.has(word)));
  }
  for (const item of one.querySelectorAll<HTMLElement>(JUDGED))
    item.toggleAttribute(DIFFERS, !judged.has(judgementOf(item)));
}

const textsIn = (node: Element, lines: string) => [...node.querySelectorAll(lines)].map(textOf);
const judgedIn = (node: Element) => [...node.querySelectorAll<HTMLElement>(JUDGED)].map(judgementOf);

const judgementOf = ({ dataset }: HTMLElement) => `${dataset['check'] ?? dataset['code']} ${dataset['state']}`;

/** The cells of a row are words of their own. */
function textOf(line: Element): string {
  const parts = line.children.length === 0 ? [line] : [...line.children];
  return parts.map((part) => part.textContent ?? '').join(' ');
}
