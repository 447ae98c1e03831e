import type { AnyTool } from '@sonde/contract';
import { suggested } from './arguments.ts';

/** What a first word that is no command means: a target to report on, or neither, and what could be meant. */
export type BareWord = { readonly isReport: true } | { readonly problem: string };

/**
 * Reads the first word of a command line that is not the name of a command. A name needs a dot: a word without one is
 * far more often a misspelt command than a top-level domain, for which `sonde report` can be written.
 */
export async function readBareWord(word: string, commandNames: readonly string[]): Promise<BareWord> {
  const { readPasted } = await import('@sonde/contract/targets/pasted');
  const { kindsInWords } = await import('@sonde/contract/targets/kind-words');
  const { report, tools } = await import('@sonde/contract');
  const pasted = /[.:@\]]|^AS\d/i.test(word) ? readPasted(word) : null;
  if (pasted === null) {
    const closest = suggested(word, commandNames);
    const help = ' A target alone, as in sonde example.com, makes a report; sonde --help lists the tools.';
    return { problem: `There is no command ${JSON.stringify(word)}.${closest || help}` };
  }
  if (report.targetKinds.includes(pasted.kind)) return { isReport: true };
  const takers = Object.values<AnyTool>(tools).filter(({ targetKinds }) => targetKinds.includes(pasted.kind));
  const calls = takers.map(({ id }) => `sonde ${id} ${pasted.host}`);
  const instead = calls.length === 0 ? '' : ` Try ${calls.join(' or ')}.`;
  const kind = pasted.kind === 'dns-name' ? 'a name that no host can have' : kindsInWords([pasted.kind]);
  return { problem: `A report needs ${kindsInWords(report.targetKinds)}, not ${kind}.${instead}` };
}
