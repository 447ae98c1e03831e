import type { Finding, FindingState } from '@sonde/contract/finding/finding';
import { CircleHelp } from '../../ui/icons/lucide/circle-help.ts';
import { CircleX } from '../../ui/icons/lucide/circle-x.ts';
import { Info } from '../../ui/icons/lucide/info.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { TriangleAlert } from '../../ui/icons/lucide/triangle-alert.ts';
import type { Icon } from '../../ui/icons/svg-icon.ts';
import type { Tone } from '../../ui/tables/badge.tsx';

interface StateWords {
  /** The heading of the findings in this state. */
  readonly heading: string;
  /** The number of findings in words. */
  count(number: number): string;
  readonly tone: Tone;
  readonly icon: Icon;
}

const plural = (one: string, more: string) => (number: number) => `${number} ${number === 1 ? one : more}`;
const invariable = (word: string) => (number: number) => `${number} ${word}`;

export const stateWords: Readonly<Record<FindingState, StateWords>> = {
  bad: { heading: 'Broken', count: invariable('broken'), tone: 'bad', icon: CircleX },
  warn: { heading: 'Warnings', count: plural('warning', 'warnings'), tone: 'warn', icon: TriangleAlert },
  unknown: { heading: 'Not determined', count: invariable('not determined'), tone: 'neutral', icon: CircleHelp },
  note: { heading: 'Notes', count: plural('note', 'notes'), tone: 'neutral', icon: Info },
  good: { heading: 'Good', count: invariable('good'), tone: 'ok', icon: ShieldCheck },
};

/** The most severe first. */
const problems: readonly FindingState[] = ['bad', 'warn', 'unknown', 'note'];

/** All states except good, the most severe first, each with its findings; empty groups are left out. */
export function problemGroups(findings: readonly Finding[]) {
  return problems
    .map((state) => ({ state, found: findings.filter((finding) => finding.state === state) }))
    .filter(({ found }) => found.length > 0);
}

/** `2 broken, 3 warnings`; without such findings the number of others, or `all good`. */
export function countWords(findings: readonly Finding[]): string {
  const counts = problemGroups(findings).map(({ state, found }) => ({
    state,
    text: stateWords[state].count(found.length),
  }));
  const grave = counts.filter(({ state }) => state === 'bad' || state === 'warn');
  return (grave.length > 0 ? grave : counts).map(({ text }) => text).join(', ') || 'all good';
}
