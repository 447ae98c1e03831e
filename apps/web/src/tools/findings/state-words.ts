import type { Finding, FindingState } from '@sonde/contract/finding/finding';
import { CircleHelp } from '../../ui/icons/lucide/circle-help.ts';
import { CircleX } from '../../ui/icons/lucide/circle-x.ts';
import { Info } from '../../ui/icons/lucide/info.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { TriangleAlert } from '../../ui/icons/lucide/triangle-alert.ts';
import type { Icon } from '../../ui/icons/svg-icon.ts';
import type { Tone } from '../../ui/tables/badge.tsx';

interface StateWords {
  /** The number of findings in words. */
  count(number: number): string;
  readonly tone: Tone;
  readonly icon: Icon;
}

const plural = (one: string, more: string) => (number: number) => `${number} ${number === 1 ? one : more}`;
const invariable = (word: string) => (number: number) => `${number} ${word}`;

export const stateWords: Readonly<Record<FindingState, StateWords>> = {
  bad: { count: invariable('broken'), tone: 'bad', icon: CircleX },
  warn: { count: plural('warning', 'warnings'), tone: 'warn', icon: TriangleAlert },
  unknown: { count: invariable('not determined'), tone: 'neutral', icon: CircleHelp },
  note: { count: plural('note', 'notes'), tone: 'neutral', icon: Info },
  good: { count: invariable('good'), tone: 'ok', icon: ShieldCheck },
};

/** In the order in which they are read. */
const inOrder: readonly FindingState[] = ['bad', 'warn', 'unknown', 'note', 'good'];

/** The states that occur, the most severe first, each with its findings. */
export function findingGroups(findings: readonly Finding[]) {
  return inOrder
    .map((state) => ({ state, found: findings.filter((finding) => finding.state === state) }))
    .filter(({ found }) => found.length > 0);
}
