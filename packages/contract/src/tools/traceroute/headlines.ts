import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import { formatMs } from '../../text/format-ms.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { traceroute } from './contract.ts';

/** What a reader looks for first. */
export function tracerouteHeadlines({
  address,
  reached,
  hops,
  asPath,
  pathMtu,
}: ReadAnswerOf<typeof traceroute>): HeadFact[] {
  const isAnyKnown = asPath.some(({ asn }) => asn !== null);
  const networks = isAnyKnown ? asPath.map(({ asn }) => asn ?? 'unknown').join(' → ') : null;
  const time = reached === 'target' ? hops.at(-1)?.avgMs : null;
  return [
    headFact('Address', address),
    headFact('Hops', String(hops.length)),
    headFact('Round trip', time == null ? null : formatMs(time)),
    headFact('Networks', networks),
    headFact('Path MTU', pathMtu === null ? null : `${pathMtu.bytes} bytes`),
  ];
}
