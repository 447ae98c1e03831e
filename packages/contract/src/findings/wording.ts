import type { Gap } from '../envelope.ts';
import { type FailureCode, failures } from '../failure.ts';

/** How many members of a list a sentence names. */
const NAMED = 5;

/** Longer than a domain name; a record may have 64 kB, and a registry may say anything. */
const MAX_LENGTH = 300;

/** A text of others as a sentence quotes it. */
export function quoted(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** `a, b and c`; of many the first few, and how many more there are. */
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
