import type { Finding, FindingState } from '@sonde/contract/finding/finding';
import { CircleHelp } from '../../ui/icons/lucide/circle-help.ts';
import { CircleX } from '../../ui/icons/lucide/circle-x.ts';
import { Info } from '../../ui/icons/lucide/info.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { TriangleAlert } from '../../ui/icons/lucide/triangle-alert.ts';
import type { Icon } from '../../ui/icons/svg-icon.ts';
import type { Tone } from '../../ui/tables/badge.tsx';

interface StateWords {
  /** One finding in this state, behind its title. */
  readonly word: string;
  readonly tone: Tone;
  readonly icon: Icon;
}

export const stateWords: Readonly<Record<FindingState, StateWords>> = {
  bad: { word: 'broken', tone: 'bad', icon: CircleX },
  warn: { word: 'warning', tone: 'warn', icon: TriangleAlert },
  unknown: { word: 'not determined', tone: 'neutral', icon: CircleHelp },
  note: { word: 'note', tone: 'neutral', icon: Info },
  good: { word: 'good', tone: 'ok', icon: ShieldCheck },
};

/** In the order in which they are read. */
const inOrder: readonly FindingState[] = ['bad', 'warn', 'unknown', 'note', 'good'];

/** The states that occur, the most severe first, each with its findings. */
export function findingGroups(findings: readonly Finding[]) {
  return inOrder
    .map((state) => ({ state, found: findings.filter((finding) => finding.state === state) }))
    .filter(({ found }) => found.length > 0);
}
