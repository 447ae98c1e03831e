import type { AnyTool } from '@sonde/contract';
import { kindsInWords } from '@sonde/contract/targets/kind-words';
import type { Problem } from '../commands/command.ts';

/** The meaning of a tool's words, or what is wrong with them. */
export type Words = { readonly query: Readonly<Record<string, string>> } | Problem;

/**
 * Reads the words after the name of a tool, in any order. A tool may give words other than the target a meaning of its own
 * (`words` of its contract), as in `dns MX example.com`; any further word is a mistake.
 */
export function readExtras(tool: AnyTool, words: readonly string[]): Words {
  const target = targetAmong(tool, words);
  if (target === undefined) return { problem: `${tool.id} needs ${kindsInWords(tool.targetKinds)}.`, lacks: 'target' };
  const query: Record<string, string> = { [tool.target]: target };
  const others = words.toSpliced(words.indexOf(target), 1);
  for (const word of others) {
    const meant = meaningOf(tool, word);
    if (meant === undefined) return { problem: strayWord(tool, word, others.length + 1) };
    const before = Object.hasOwn(query, meant.parameter) ? query[meant.parameter] : undefined;
    if (before !== undefined && !meant.repeats) return { problem: `${meant.parameter} must be given once.` };
    const value = meant.read(word) ?? word;
    query[meant.parameter] = before === undefined ? value : `${before},${value}`;
  }
  return { query };
}

const meaningOf = (tool: AnyTool, word: string) => (tool.words ?? []).find(({ read }) => read(word) !== null);

/** The first word without another meaning: a single label such as `MX` is no target of a tool that has such words. */
const targetAmong = (tool: AnyTool, words: readonly string[]) =>
  words.find((word) => meaningOf(tool, word) === undefined);

function strayWord(tool: AnyTool, word: string, count: number): string {
  // `--deep false`, as other programs accept it.
  if (['true', 'false', '0', '1'].includes(word)) {
    return `A flag takes no separate value: write --FLAG, --no-FLAG or --FLAG=${word === '0' || word === 'false' ? 'false' : 'true'}.`;
  }
  return tool.words === undefined
    ? `${tool.id} takes one target, not ${count}.`
    : `${tool.id} does not understand ${JSON.stringify(word)}.`;
}
