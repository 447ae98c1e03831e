import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import { formatMs } from '../../text/format-ms.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { ping } from './contract.ts';

/** What a reader looks for first. */
export function pingHeadlines({ address, statistics }: ReadAnswerOf<typeof ping>): HeadFact[] {
  const { packetsTransmitted, packetsReceived, avgTime, minTime, maxTime } = statistics;
  const times = [minTime, avgTime, maxTime].map((ms) => (ms === null ? null : formatMs(ms)));
  return [
    headFact('Address', address),
    headFact('Replies', `${packetsReceived} of ${packetsTransmitted}`),
    headFact('Round trip', times.includes(null) ? null : `${times.join(' / ')} (shortest / average / longest)`),
  ];
}
