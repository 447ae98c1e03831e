import type { Gap } from '../envelope.ts';
import { type FailureCode, failures } from '../failure.ts';

/** How many members of a list a sentence names at most. */
const NAMED = 5;

/** Longer than any domain name. A record may have 64 kB, and a registry may send anything. */
const MAX_LENGTH = 300;

/** Quotes an untrusted text within a sentence, shortened if necessary. */
export function quoted(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** `a, b and c`; of a long list, the first few members and the number of the others. */
export function listed(members: readonly string[], named = NAMED): string {
  const shown = members.slice(0, named).map(quoted);
  if (members.length > named) return `${shown.join(', ')} and ${members.length - named} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** What was not measured, and why: one sentence for each cause. */
export function gapsInWords(gaps: readonly Gap[]): string {
  const byCode = new Map<FailureCode, string[]>();
  for (const { code, part } of gaps) byCode.set(code, [...(byCode.get(code) ?? []), part]);
  return [...byCode].map(([code, parts]) => `Not determined: ${listed(parts)}. ${failures[code].meaning}`).join(' ');
}
