import { OWN_NETWORK, type TracerouteAnswer } from '@sonde/contract/tools/traceroute/tables';
import { clientTexts, failureTexts } from '../lookup/failure-texts.ts';
import { texts } from './texts.ts';

/** The message of a failed trace. */
export const failureText = failureTexts({ fallback: texts.fallback, at: clientTexts });

/** The end of the path in a few words. */
export function headline({ reached, hops, stoppedBy }: TracerouteAnswer): string {
  const count = hops.length === 1 ? '1 hop' : `${hops.length} hops`;
  if (reached === 'target') return `The host answers after ${count}`;
  if (reached === 'stopped') {
    const who = stoppedBy === null ? '' : ` by ${stoppedBy.address ?? `a router ${OWN_NETWORK}`}`;
    return `A router rejects the packets${who}`;
  }
  return hops.length === 0 ? 'No hop answered' : `No answer after hop ${hops.length}`;
}

const gapTexts: Readonly<Record<string, string>> = {
  names: 'Not all names could be looked up.',
  asn: 'The network database is not available on the Sonde server.',
  places: 'The location database is not available on the Sonde server.',
  'path-mtu': 'The path MTU could not be measured.',
  paths: 'There may be further parallel paths: the search for them is not complete.',
  extensions: 'The Sonde server cannot read MPLS labels.',
  icmp: 'The Sonde server cannot send ICMP echo requests, so it used another protocol.',
};

/** A sentence for each part that could not be determined. */
export function gapSentences({ gaps }: Pick<TracerouteAnswer, 'gaps'>): string[] {
  return gaps.map(({ part }) => gapTexts[part] ?? `Not available: ${part}`);
}
