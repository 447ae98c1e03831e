import type { AnyTool } from '@sonde/contract';

/** The meaning of a tool's words, or what is wrong with them. */
export type Words = { readonly query: Readonly<Record<string, string>> } | { readonly problem: string };

/**
 * Reads the words after the name of a tool: the first is the target. A tool may give further words a meaning of its own
 * (`words` of its contract); any other word is a mistake.
 */
export function readExtras(tool: AnyTool, [target, ...others]: readonly string[]): Words {
  if (target === undefined) return { problem: `${tool.id} needs a ${tool.target}.` };
  const query: Record<string, string> = { [tool.target]: target };
  for (const word of others) {
    const meant = (tool.words ?? []).find(({ read }) => read(word) !== null);
    if (meant === undefined) return { problem: strayWord(tool, word, others.length + 1) };
    const before = Object.hasOwn(query, meant.parameter) ? query[meant.parameter] : undefined;
    if (before !== undefined && !meant.repeats) return { problem: `${meant.parameter} must be given once.` };
    const value = meant.read(word) ?? word;
    query[meant.parameter] = before === undefined ? value : `${before},${value}`;
  }
  return { query };
}

function strayWord(tool: AnyTool, word: string, count: number): string {
  // `--deep false`, as other programs accept it.
  if (['true', 'false', '0', '1'].includes(word)) {
    return `A flag takes no separate value: write --FLAG, --no-FLAG or --FLAG=${word === '0' || word === 'false' ? 'false' : 'true'}.`;
  }
  return tool.words === undefined
    ? `${tool.id} takes one ${tool.target}, not ${count}.`
    : `${tool.id} does not understand ${JSON.stringify(word)}.`;
}
