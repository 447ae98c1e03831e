import type { Facts } from '../fact/fact.ts';
import type { Unjudged } from '../finding/unjudged.ts';
import { delegationFacts } from '../tools/delegation/facts.ts';
import { dnsFacts } from '../tools/dns/facts.ts';
import { geoFacts } from '../tools/geo/facts.ts';
import type { ToolId } from '../tools/index.ts';
import { macFacts } from '../tools/mac/facts.ts';
import { mailFacts } from '../tools/mail/facts.ts';
import { pingFacts } from '../tools/ping/facts.ts';
import { sslFacts } from '../tools/ssl/facts.ts';
import { subdomainFacts } from '../tools/subdomain/facts.ts';
import { tracerouteFacts } from '../tools/traceroute/facts.ts';
import { whoisFacts } from '../tools/whois/facts.ts';

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
