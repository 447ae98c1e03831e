import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { delegation } from './contract.ts';
import { zoneText } from './data/zone-text.ts';

/** What a reader looks for first. */
export function delegationHeadlines({ zone, verdict, why, zones }: ReadAnswerOf<typeof delegation>): HeadFact[] {
  const statuses = zones.map(({ name, status }) => `${zoneText(name)} ${status}`).join(', ');
  return [
    headFact('Zone', zone),
    headFact('Verdict', verdict),
    headFact('Reason', why),
    headFact('Zones', statuses || null),
  ];
}
