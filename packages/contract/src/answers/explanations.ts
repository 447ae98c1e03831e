import { endingExplanations } from '../finding/ending/explanations.ts';
import type { Explanation } from '../finding/explanation.ts';
import { nameExplanations } from '../finding/names/explanations.ts';
import { allDelegationExplanations } from '../tools/delegation/explanations.ts';
import { dnsExplanations } from '../tools/dns/explanations.ts';
import { geoExplanations } from '../tools/geo/explanations.ts';
import { macExplanations } from '../tools/mac/explanations.ts';
import { mailCheckExplanations } from '../tools/mail/explanations.ts';
import { pingExplanations } from '../tools/ping/explanations.ts';
import { sslExplanations } from '../tools/ssl/explanations.ts';
import { subdomainExplanations } from '../tools/subdomain/explanations.ts';
import { tracerouteExplanations } from '../tools/traceroute/explanations.ts';
import { whoisExplanations } from '../tools/whois/explanations.ts';

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
