import type { Explanation } from '@sonde/contract/finding/explanation';
import type { Finding } from '@sonde/contract/finding/finding';
import { titleOf } from './explanations.ts';
import { stateWords } from './state-words.ts';

/** A finding as plain text, for a ticket or a message. */
export function findingText(finding: Finding, explained: Explanation | null): string {
  const { code, state, about, evidence, fix } = finding;
  const lines = [
    `${titleOf(code)} (${stateWords[state].word})`,
    about && `About: ${about}`,
    evidence && `Evidence: ${evidence}`,
    fix && `What to do: ${fix}`,
    explained && `Meaning: ${explained.meaning}`,
    explained && `Source: ${explained.source.name}, ${explained.source.url}`,
    `Code: ${code}`,
  ];
  return lines.filter(Boolean).join('\n');
}
