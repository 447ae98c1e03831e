import type { ConnectionTimes, Timeline } from '@sonde/probes/net/timeline/record-timeline';
import { rounded } from '../report.ts';
import { describeAsked } from './asked.ts';

/** One connection of a lookup, in milliseconds since the lookup began. */
export interface ConnectionRow {
  readonly beganAtMs: number;
  readonly openedAtMs: number | null;
  readonly askedAtMs: number | null;
  readonly firstByteAtMs: number | null;
  readonly lastByteAtMs: number | null;
  readonly closedAtMs: number | null;
  readonly asked: string;
  /** True when the lookup could not have ended earlier without it, see `criticalPath`. */
  readonly isCritical: boolean;
}

export function connectionRows({ connections }: Timeline): ConnectionRow[] {
  const critical = criticalPath(connections);
  return connections.map((one) => ({
    beganAtMs: rounded(one.beganAtMs),
    openedAtMs: one.openedAtMs && rounded(one.openedAtMs),
    askedAtMs: timeOf(one, 'out', 0),
    firstByteAtMs: timeOf(one, 'in', 0),
    lastByteAtMs: timeOf(one, 'in', -1),
    closedAtMs: one.closedAtMs && rounded(one.closedAtMs),
    asked: describeAsked(one.asked),
    isCritical: critical.includes(one),
  }));
}

/**
 * The connections that the end of the lookup depended on, from its last back to its first: each was asked just after the one
 * before it had been answered.
 */
function criticalPath(connections: readonly ConnectionTimes[]): ConnectionTimes[] {
  const path: ConnectionTimes[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    const answered = connections
      .filter((one) => !path.includes(one) && endOf(one) <= before + TOLERANCE_MS)
      .toSorted((a, b) => endOf(b) - endOf(a));
    const [latest] = answered;
    const askedAtMs = latest && timeOf(latest, 'out', 0);
    if (latest === undefined || typeof askedAtMs !== 'number') return path.toReversed();
    path.push(latest);
    before = askedAtMs;
  }
}

const TOLERANCE_MS = 1;

/** When it was answered, by octets or by the end of the stream; never for one that was opened in vain. */
function endOf(one: ConnectionTimes): number {
  if (one.transfers.length === 0) return Number.POSITIVE_INFINITY;
  return one.closedAtMs ?? timeOf(one, 'in', -1) ?? Number.POSITIVE_INFINITY;
}

function timeOf({ transfers }: ConnectionTimes, direction: 'in' | 'out', place: number): number | null {
  const found = transfers.filter((one) => one.direction === direction).at(place);
  return found === undefined ? null : rounded(found.atMs);
}

/** The timeline of a lookup as text, one line for each connection; `*`: on the critical path. */
export function timelineLines(rows: readonly ConnectionRow[]): string[] {
  const time = (ms: number | null) => (ms === null ? '-' : ms.toFixed(0)).padStart(6);
  return [
    '    began opened  asked  first   last closed',
    ...rows.map(
      (row) =>
        `  ${row.isCritical ? '*' : ' '}${[row.beganAtMs, row.openedAtMs, row.askedAtMs, row.firstByteAtMs, row.lastByteAtMs, row.closedAtMs].map(time).join(' ')}  ${row.asked}`,
    ),
  ];
}
