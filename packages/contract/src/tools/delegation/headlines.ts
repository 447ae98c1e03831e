import { type HeadFact, headFact } from '../../fact/head-fact.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { delegation } from './contract.ts';
import { zoneText } from './data/zone-text.ts';

/** What a reader looks for first. */
export function delegationHeadlines(answer: ReadAnswerOf<typeof delegation>): HeadFact[] {
  const { domain, nameExists, zone, verdict, why, zones } = answer;
  // What is known of the zone above says nothing about a name that does not exist in it.
  if (nameExists === false) return [headFact('Name', `${domain} does not exist`), headFact('Zone', zone)];
  const statuses = zones.map(({ name, status }) => `${zoneText(name)} ${status}`).join(', ');
  return [
    headFact('Zone', zone),
    headFact('Verdict', verdict),
    headFact('Reason', why),
    headFact('Zones', statuses || null),
  ];
}
