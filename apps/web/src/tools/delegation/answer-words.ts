import { zoneFirst } from '@sonde/contract/delegation/zone-text';
import { knownWord } from '@sonde/contract/text/known-word';

/** Parts that are missing, in a sentence each. */
export const gapTexts: Readonly<Record<string, string>> = {
  ipv6: 'This server has no IPv6: servers were asked by IPv4 only.',
  servers: 'The zone has more servers than are asked: the rest was left out.',
  intercepted: 'Something on the way answers in the place of the servers, so nothing can be told.',
};

/** The verdict as the title of the answer. */
export function verdictTitle(zone: string, verdict: string): string {
  return `${zoneFirst(zone)} ${knownWord(verdictTexts, verdict, `: ${verdict}`)}`;
}

const verdictTexts: Readonly<Record<string, string>> = {
  secure: 'is secure',
  insecure: 'is not signed',
  bogus: 'is bogus: validating resolvers refuse it',
  'not-determinable': 'could not be judged',
};
