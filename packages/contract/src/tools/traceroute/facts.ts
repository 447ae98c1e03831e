import { type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { traceroute } from './contract.ts';

/**
 * How far the packets get, and through which networks. Times, loss and single routers differ from one trace to the next
 * because traffic is balanced over paths; a hop that is silent this time is not a change.
 */
export function tracerouteFacts({ address, reached, stoppedBy, asPath, pathMtu }: Unjudged<typeof traceroute>): Facts {
  return factsFrom([
    ['address', address],
    ['reached', reached],
    ['refusal', stoppedBy?.meaning],
    ['networks', setOf(asPath.flatMap(({ asn }) => asn ?? []))],
    ['path MTU', pathMtu?.bytes],
  ]);
}
