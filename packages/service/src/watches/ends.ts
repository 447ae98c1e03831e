import type { WatchedEnd } from '@sonde/contract/watch/watch';

/** Something that ends, as it is remembered. */
export interface KnownEnd {
  /** What makes it another one when it is renewed: a fingerprint, or its end. */
  readonly id: string;
  readonly about: string;
  readonly kind: WatchedEnd['kind'];
  readonly begins: string | null;
  readonly ends: string;
}

const DAY_MS = 86_400_000;
/** Of a certificate whose life is not known, and of registrations. */
const CERTIFICATE_DAYS = { warn: 30, bad: 15 };
const REGISTRATION_DAYS = { warn: 30, bad: 7 };
const WARN_SHARE = 1 / 3;
const BAD_SHARE = 1 / 6;
/** The most ends and thresholds that are remembered as told. */
const MAX_TOLD = 500;

/**
 * How near an end is. Certificates are judged by the share of their life that is left, since some are valid for six days and
 * others for a year: but not later than 24 hours before the end, unless their life is that short.
 */
export function stateOfEnd(end: Pick<KnownEnd, 'kind' | 'begins' | 'ends'>, nowMs: number): WatchedEnd['state'] {
  const leftMs = Date.parse(end.ends) - nowMs;
  const { warnMs, badMs } = limitsOf(end);
  return leftMs < badMs ? 'bad' : leftMs < warnMs ? 'warn' : 'good';
}

function limitsOf({ kind, begins, ends }: Pick<KnownEnd, 'kind' | 'begins' | 'ends'>) {
  const lifeMs = begins === null ? Number.NaN : Date.parse(ends) - Date.parse(begins);
  if (kind === 'registration' || !(lifeMs > 0)) {
    const days = kind === 'registration' ? REGISTRATION_DAYS : CERTIFICATE_DAYS;
    return { warnMs: days.warn * DAY_MS, badMs: days.bad * DAY_MS };
  }
  return {
    warnMs: Math.max(lifeMs * WARN_SHARE, Math.min(DAY_MS, lifeMs / 2)),
    badMs: Math.max(lifeMs * BAD_SHARE, Math.min(DAY_MS, lifeMs * WARN_SHARE)),
  };
}

export interface NearEnd {
  readonly end: KnownEnd;
  readonly state: 'warn' | 'bad';
}

/** The ends that are near and were not told yet, each once for a threshold. */
export function nearEnds(ends: readonly KnownEnd[], told: readonly string[], nowMs: number) {
  const near = ends.flatMap((end): NearEnd[] => {
    const state = stateOfEnd(end, nowMs);
    return state === 'good' || told.includes(keyOf(end.id, state)) ? [] : [{ end, state }];
  });
  const unique = near.filter(({ end }, index) => near.findIndex((other) => other.end.id === end.id) === index);
  // What is told of as bad is not told of as less than that, if a clock is set back.
  const now = unique.flatMap(({ end: { id }, state }) => [
    keyOf(id, state),
    ...(state === 'bad' ? [keyOf(id, 'warn')] : []),
  ]);
  // Not every measurement shows every certificate: what comes back was told. Those that are shown are forgotten last.
  const isShown = (key: string) => ends.some(({ id }) => key === keyOf(id, 'warn') || key === keyOf(id, 'bad'));
  const ordered = [...told.filter((key) => !isShown(key)), ...told.filter(isShown), ...now];
  return { near: unique, told: [...new Set(ordered)].slice(-MAX_TOLD) };
}

const keyOf = (id: string, state: NearEnd['state']) => `${state} ${id}`;
