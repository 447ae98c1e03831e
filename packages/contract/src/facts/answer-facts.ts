import type { Unjudged } from '../findings/unjudged.ts';
import type { ToolId } from '../tools/index.ts';
import { delegationFacts } from './delegation.ts';
import { dnsFacts } from './dns.ts';
import type { Facts } from './fact.ts';
import { geoFacts } from './geo.ts';
import { macFacts } from './mac.ts';
import { mailFacts } from './mail.ts';
import { pingFacts } from './ping.ts';
import { sslFacts } from './ssl.ts';
import { subdomainFacts } from './subdomain.ts';
import { tracerouteFacts } from './traceroute.ts';
import { whoisFacts } from './whois.ts';

type FactsOf<Id extends ToolId> = (answer: Unjudged<Id>) => Facts;

/** Tools whose answers can be compared. */
const ownFacts = {
  geo: geoFacts,
  ssl: sslFacts,
  whois: whoisFacts,
  dns: dnsFacts,
  subdomain: subdomainFacts,
  ping: pingFacts,
  mac: macFacts,
  delegation: delegationFacts,
  traceroute: tracerouteFacts,
  mail: mailFacts,
} satisfies { readonly [Id in ToolId]?: FactsOf<Id> };

/**
 * The facts of any tool's answer, without what changes by itself: times, remaining TTLs, order, connections. Empty for a
 * tool without facts.
 * @param answer as defined by the tool's contract, with `gaps`.
 */
export function answerFacts(id: ToolId, answer: Readonly<Record<string, unknown>>): Facts {
  const all: Readonly<Record<string, unknown>> = ownFacts;
  const own = all[id] as ((answer: unknown) => Facts) | undefined;
  return own === undefined ? new Map() : own(answer);
}

/** The same, but none for an answer in the form of another version, which may be that of another server. */
export function readableFacts(id: ToolId, answer: Readonly<Record<string, unknown>>): Facts {
  try {
    return answerFacts(id, answer);
  } catch {
    return new Map();
  }
}
