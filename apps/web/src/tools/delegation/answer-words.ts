import { zoneFirst } from '@sonde/contract/delegation/zone-text';
import { knownWord } from '@sonde/contract/text/known-word';

/** One sentence for each part that may be missing. */
export const gapTexts: Readonly<Record<string, string>> = {
  ipv6: 'This server has no IPv6: servers were asked by IPv4 only.',
  servers: 'The zone has more servers than are asked: the rest was left out.',
  intercepted: 'Something on the way answers in the place of the servers, so nothing can be told.',
};

/** The title of the answer, from its verdict. */
export function verdictTitle(zone: string, verdict: string): string {
  return `${zoneFirst(zone)} ${knownWord(verdictTexts, verdict, `: ${verdict}`)}`;
}

const verdictTexts: Readonly<Record<string, string>> = {
  secure: 'is secure',
  insecure: 'is not signed',
  bogus: 'is bogus: validating resolvers refuse it',
  'not-determinable': 'could not be judged',
};
