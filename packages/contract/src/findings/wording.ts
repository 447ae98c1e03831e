import type { Gap } from '../envelope.ts';
import { type FailureCode, failures } from '../failure.ts';

/** How many members of a list a sentence names. */
const NAMED = 5;

/** `a, b and c`; of many the first few, and how many more there are. */
export function listed(members: readonly string[], named = NAMED): string {
  if (members.length > named) return `${members.slice(0, named).join(', ')} and ${members.length - named} more`;
  if (members.length < 2) return members.join('');
  return `${members.slice(0, -1).join(', ')} and ${members.at(-1)}`;
}

/** `1 name`, `2 names`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** What was not measured, and why: one sentence for each cause. */
export function gapsInWords(gaps: readonly Gap[]): string {
  const byCode = new Map<FailureCode, string[]>();
  for (const { code, part } of gaps) byCode.set(code, [...(byCode.get(code) ?? []), part]);
  return [...byCode].map(([code, parts]) => `Not determined: ${listed(parts)}. ${failures[code].meaning}`).join(' ');
}
