import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { geo } from './contract.ts';
import { factsOf } from './tables.ts';

/** What a reader looks for first. */
export function geoHeadlines(answer: ReadAnswerOf<typeof geo>): HeadFact[] {
  const { label, asNumber, organization } = factsOf(answer);
  const network = [asNumber, organization].filter(Boolean).join(' ');
  return [headFact('Place', label), headFact('Network', network || null)];
}
