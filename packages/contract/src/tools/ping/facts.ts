import { type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { ping } from './contract.ts';

/**
 * Whether a host answers, and the errors that routers send instead. Times, loss and hops differ from one ping to the next.
 * Routers rate-limit errors, so their absence means nothing: they count only if nothing but errors came back.
 */
export function pingFacts({ address, method, statistics, packets }: Unjudged<typeof ping>): Facts {
  const { packetsTransmitted, packetsReceived } = statistics;
  const answers = packetsReceived > 0;
  const errors = packets.flatMap(({ error }) => error?.meaning ?? []);
  return factsFrom([
    ['address', address],
    [`answers/${method}`, packetsTransmitted === 0 ? undefined : answers],
    ['errors', answers ? undefined : setOf(errors)],
  ]);
}
