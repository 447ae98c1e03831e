import type { TraceHop, TraceHopAnswer } from '@sonde/contract';

/** Light in fibre covers some 200 km per millisecond, so 100 km there and back; rounded up for coarse positions. */
const KM_PER_MS = 100;
/** Databases place some addresses in the middle of a region or country. */
const SLACK_KM = 300;
const EARTH_RADIUS_KM = 6371;

interface Placed {
  readonly answer: TraceHopAnswer;
  readonly latitude: number;
  readonly longitude: number;
  readonly minMs: number;
}

/**
 * Marks places that cannot be right. Our own position is unknown, but two hops cannot be farther apart than light travels in
 * the sum of both round trips. Of two that contradict each other, the one that contradicts more others is wrong.
 */
export function markTooFar(hops: readonly TraceHop[]): TraceHop[] {
  const wrong = new Set<TraceHopAnswer>();
  const placed = hops.flatMap(({ answers }) => answers.flatMap((answer) => placeOf(answer) ?? []));
  for (;;) {
    const left = placed.filter(({ answer }) => !wrong.has(answer));
    const [worst] = left
      .map((one) => ({ one, count: left.filter((other) => contradict(one, other)).length }))
      // Of two that contradict only each other, either may be wrong, so both are marked.
      .sort((a, b) => b.count - a.count);
    if (worst === undefined || worst.count === 0) break;
    const equals = worst.count === 1 ? left.filter((other) => contradict(worst.one, other)) : [];
    for (const { answer } of [worst.one, ...equals]) wrong.add(answer);
  }
  return hops.map((hop) => ({
    ...hop,
    answers: hop.answers.map((answer) => (wrong.has(answer) ? { ...answer, tooFar: true } : answer)),
  }));
}

function placeOf(answer: TraceHopAnswer): Placed | null {
  const { latitude, longitude, timesMs } = answer;
  if (latitude === null || longitude === null || timesMs.length === 0) return null;
  return { answer, latitude, longitude, minMs: Math.min(...timesMs) };
}

function contradict(one: Placed, other: Placed): boolean {
  return one !== other && distanceKm(one, other) - SLACK_KM > KM_PER_MS * (one.minMs + other.minMs);
}

/** Along the surface: the haversine formula. */
function distanceKm(
  one: { readonly latitude: number; readonly longitude: number },
  other: { readonly latitude: number; readonly longitude: number },
): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [phi1, phi2] = [radians(one.latitude), radians(other.latitude)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const a = half(phi2 - phi1) + Math.cos(phi1) * Math.cos(phi2) * half(radians(other.longitude - one.longitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)));
}
