import { knownWord } from '@sonde/contract/text/known-word';
import { zoneFirst } from '@sonde/contract/tools/delegation/data/zone-text';

/** One sentence for each part that may be missing. */
export const gapTexts: Readonly<Record<string, string>> = {
  ipv6: 'The Sonde server has no IPv6: the name servers were queried over IPv4 only.',
  servers: 'The zone has more name servers than one check queries. The rest were left out.',
  intercepted: 'Something on the network path answers in place of the name servers, so the zone could not be checked.',
};

/** The title of the answer, from its verdict. */
export function verdictTitle(zone: string, verdict: string): string {
  return `${zoneFirst(zone)} ${knownWord(verdictTexts, verdict, `: ${verdict}`)}`;
}

const verdictTexts: Readonly<Record<string, string>> = {
  secure: 'is secure',
  insecure: 'is not signed',
  bogus: 'is bogus: validating resolvers reject it',
  'not-determinable': 'could not be judged',
};
