import { allDelegationExplanations } from './delegation/explanations.ts';
import { dnsExplanations } from './dns/explanations.ts';
import { endingExplanations } from './ending/explanations.ts';
import type { Explanation } from './explanation.ts';
import { geoExplanations } from './geo/explanations.ts';
import { macExplanations } from './mac/explanations.ts';
import { mailCheckExplanations } from './mail/explanations.ts';
import { nameExplanations } from './names/explanations.ts';
import { pingExplanations } from './ping/explanations.ts';
import { sslExplanations } from './ssl/explanations.ts';
import { subdomainExplanations } from './subdomain/explanations.ts';
import { tracerouteExplanations } from './traceroute/explanations.ts';
import { whoisExplanations } from './whois/explanations.ts';

/** Every finding that an answer may have, by its code. `docs/findings.md` is made from it. */
export const explanations = {
  ...nameExplanations,
  ...dnsExplanations,
  ...sslExplanations,
  ...whoisExplanations,
  ...subdomainExplanations,
  ...geoExplanations,
  ...pingExplanations,
  ...tracerouteExplanations,
  ...macExplanations,
  ...allDelegationExplanations,
  ...mailCheckExplanations,
  ...endingExplanations,
} as const satisfies Readonly<Record<string, Explanation>>;

export type FindingCode = keyof typeof explanations;

/** The explanation of a code; null for a code of a newer server. */
export function explanationOf(code: string): Explanation | null {
  return Object.hasOwn(explanations, code) ? explanations[code as FindingCode] : null;
}
