import type { TraceHop } from '../contract.ts';

export interface RoutingLoop {
  readonly from: number;
  readonly to: number;
  readonly addresses: ReadonlySet<string>;
}

type Hops = readonly {
  readonly ttl: number;
  readonly answers: readonly Pick<TraceHop['answers'][number], 'address'>[];
}[];

/** A single repetition proves nothing: a router may answer for its neighbour, and routes change while a trace runs. */
const LEAST_VISITS = 3;

/**
 * Finds routers that appear repeatedly: at least two different ones, each at least three times, never in a row. Null if
 * there are none.
 */
export function loopOf(hops: Hops): RoutingLoop | null {
  const visits = new Map<string, number[]>();
  for (const { ttl, answers } of hops) {
    for (const { address } of answers) if (address !== null) visits.set(address, [...(visits.get(address) ?? []), ttl]);
  }
  const again = [...visits].filter(
    ([, ttls]) => ttls.length >= LEAST_VISITS && ttls.every((ttl, at) => ttl !== (ttls[at - 1] ?? -1) + 1),
  );
  if (again.length < 2) return null;
  const ttls = again.flatMap(([, one]) => one);
  return { from: Math.min(...ttls), to: Math.max(...ttls), addresses: new Set(again.map(([address]) => address)) };
}
