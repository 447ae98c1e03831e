import type { TraceHop, TraceHopAnswer } from '@sonde/contract';
import { contradict, type Position } from '@sonde/contract/round-trips/position';

interface Placed extends Position {
  readonly answer: TraceHopAnswer;
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
      .map((one) => ({ one, count: left.filter((other) => isContrary(one, other)).length }))
      // Of two that contradict only each other, either may be wrong, so both are marked.
      .sort((a, b) => b.count - a.count);
    if (worst === undefined || worst.count === 0) break;
    const equals = worst.count === 1 ? left.filter((other) => isContrary(worst.one, other)) : [];
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

const isContrary = (one: Placed, other: Placed) => one !== other && contradict(one, other);
