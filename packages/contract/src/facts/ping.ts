import type { Unjudged } from '../findings/unjudged.ts';
import { type Facts, factsFrom, setOf } from './fact.ts';

/**
 * Whether a host answers, and what routers say in its place. Times, loss and hops differ from one ping to the next, and
 * errors are limited by routers: one that is not there this time is no change, so only errors alone count.
 */
export function pingFacts({ address, method, statistics, packets }: Unjudged<'ping'>): Facts {
  const { packetsTransmitted, packetsReceived } = statistics;
  const answers = packetsReceived > 0;
  const errors = packets.flatMap(({ error }) => error?.meaning ?? []);
  return factsFrom([
    ['address', address],
    [`answers/${method}`, packetsTransmitted === 0 ? undefined : answers],
    ['errors', answers ? undefined : setOf(errors)],
  ]);
}
