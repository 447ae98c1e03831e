// ladder/: the path as a picture with one row per hop, and the drawing of parallel paths.

import type { TraceHopRead } from '@sonde/contract/tools/traceroute/tables';
import { medianOf, type Scale, scaleTo } from '../../../ui/charts/time-scale.ts';

/** A hop on the axis that all hops share; positions are parts of its length, from 0 to 1. */
export interface LadderRow {
  /** Where its replies are, without those that would cover each other. */
  readonly dots: readonly number[];
  /** Whether replies were slower than the axis is long. */
  readonly isBeyond: boolean;
  /** The fastest reply. */
  readonly best: number | null;
  /** Where the line from the hop before enters the row, and where it leaves; null beside a hop without a reply. */
  readonly enters: number | null;
  readonly leaves: number | null;
}

export interface Ladder {
  readonly scale: Scale;
  readonly rows: readonly LadderRow[];
}

/** A reply slower than this many times the slowest usual one must not squeeze all others together. */
const FAR = 3;
/** Up to this time the differences between replies are noise, and all of them are shown. */
const NOISE_MS = 1;
/** The axis then ends this many times the usual one away. */
const ROOM = 1.25;
/** Dots nearer than this cover each other. */
const APART = 1 / 120;

/** @returns an axis without any reply too: its rows are then empty. */
export function ladderOf(hops: readonly TraceHopRead[]): Ladder {
  const scale = scaleTo(limitOf(hops));
  const bests = hops.map(({ timesMs }) => {
    const heard = answered(timesMs);
    return heard.length === 0 ? null : Math.min(1, Math.min(...heard) / scale.limit);
  });
  const between = (one: number | null | undefined, other: number | null | undefined) =>
    one == null || other == null ? null : (one + other) / 2;
  const rows = hops.map(({ timesMs }, index) => {
    const heard = answered(timesMs);
    const best = bests[index] ?? null;
    return {
      dots: dotsOf(heard.filter((time) => time <= scale.limit).map((time) => time / scale.limit)),
      isBeyond: heard.some((time) => time > scale.limit),
      best,
      enters: between(bests[index - 1], best),
      leaves: between(best, bests[index + 1]),
    };
  });
  return { scale, rows };
}

const answered = (times: readonly (number | null)[]) =>
  times.filter((time): time is number => time !== null && Number.isFinite(time) && time >= 0);

/** The slowest reply; without the few that are far slower than what is usual at any hop. */
function limitOf(hops: readonly TraceHopRead[]): number {
  const slowest = Math.max(0, ...hops.flatMap(({ timesMs }) => answered(timesMs)));
  const usual = Math.max(0, ...hops.map(({ timesMs }) => medianOf(answered(timesMs)) ?? 0));
  return slowest > Math.max(NOISE_MS, FAR * usual) ? ROOM * usual : slowest;
}

function dotsOf(positions: readonly number[]): number[] {
  return [...new Set(positions.map((position) => Math.round(position / APART) * APART))].toSorted((a, b) => a - b);
}

/** Consecutive hops in one autonomous system. A hop whose system is not known ends a band; it is not filled in. */
export interface Band {
  /** Null for hops whose system is not known. */
  readonly tone: number | null;
  /** At its first hop only. */
  readonly asn: string | null;
  readonly name: string | null;
}

const TONES = 5;

export function bandsOf(hops: readonly TraceHopRead[]): readonly Band[] {
  const tones = new Map<string, number>();
  let before: string | null = null;
  return hops.map(({ answers }) => {
    const asn = answers[0]?.asn ?? null;
    const isNew = asn !== null && asn !== before;
    before = asn;
    if (asn === null) return { tone: null, asn: null, name: null };
    if (!tones.has(asn)) tones.set(asn, tones.size % TONES);
    return {
      tone: tones.get(asn) ?? null,
      asn: isNew ? asn : null,
      name: isNew ? (answers[0]?.asName ?? null) : null,
    };
  });
}
