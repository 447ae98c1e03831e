import type { FindingState } from '@sonde/contract/finding/finding';
import { knownWord } from '@sonde/contract/text/known-word';
import { zoneFirst } from '@sonde/contract/tools/delegation/data/zone-text';
import { judged } from '../findings/judged.ts';
import type { DelegationAnswer } from './query.ts';

/** One sentence for each part that may be missing. */
export const gapTexts: Readonly<Record<string, string>> = {
  ipv6: 'The Sonde server has no IPv6: the name servers were queried over IPv4 only.',
  servers: 'The zone has more name servers than one check queries. The rest were left out.',
  intercepted: 'Something on the network path answers in place of the name servers, so the zone could not be checked.',
};

type Titled = Pick<DelegationAnswer, 'domain' | 'zone' | 'verdict' | 'nameExists' | 'findings'>;

/** The title of the answer: the worst of what was found. That a zone is signed does not mean that it works. The word of the verdict stands beside it, and is not repeated. */
export function titleOf({ domain, zone, verdict, nameExists, findings }: Titled): string {
  if (nameExists === false) return `${domain} does not exist`;
  const known = judged(findings);
  const has = (state: FindingState) => known.some((one) => one.state === state);
  const isUnserved = known.some(({ code }) => code === 'zone-unserved');
  const what =
    verdict === 'bogus'
      ? 'fails DNSSEC validation'
      : isUnserved
        ? 'does not work: no name server serves it'
        : has('bad')
          ? 'has errors'
          : verdict === 'not-determinable'
            ? 'could not be judged'
            : has('warn')
              ? 'works, with shortcomings'
              : `is in order${knownWord(signedTexts, verdict, '')}`;
  return `${zoneFirst(zone)} ${what}`;
}

const signedTexts: Readonly<Record<string, string>> = {
  secure: ', with valid DNSSEC',
  insecure: ', without DNSSEC',
};
