import type { Unjudged } from '../findings/unjudged.ts';
import { type Facts, factsFrom, setOf } from './fact.ts';

/**
 * How far the packets get, and through which networks. Times, loss and single routers differ from one trace to the next,
 * as traffic is shared among paths; a hop that is silent this time is no change.
 */
export function tracerouteFacts({ address, reached, stoppedBy, asPath, pathMtu }: Unjudged<'traceroute'>): Facts {
  return factsFrom([
    ['address', address],
    ['reached', reached],
    ['refusal', stoppedBy?.meaning],
    ['networks', setOf(asPath.flatMap(({ asn }) => asn ?? []))],
    ['path MTU', pathMtu?.bytes],
  ]);
}
