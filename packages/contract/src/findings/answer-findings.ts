import type { ToolId } from '../tools/index.ts';
import { allDelegationFindings } from './delegation/findings.ts';
import { dnsFindings } from './dns/findings.ts';
import type { Finding } from './finding.ts';
import { geoFindings } from './geo/findings.ts';
import { macFindings } from './mac/findings.ts';
import { mailFindings } from './mail/findings.ts';
import { pingFindings } from './ping/findings.ts';
import { bySeverity } from './severity.ts';
import { sslFindings } from './ssl/findings.ts';
import { subdomainFindings } from './subdomain/findings.ts';
import { tracerouteFindings } from './traceroute/findings.ts';
import type { Unjudged } from './unjudged.ts';
import { whoisFindings } from './whois/findings.ts';

/** Pure and without a clock: what expires soon is judged relative to `checkedAt`. */
type FindingsOf<Id extends ToolId> = (answer: Unjudged<Id>) => readonly Finding[];

/** The tools with findings of their own. */
const ownFindings = {
  geo: geoFindings,
  ssl: sslFindings,
  whois: whoisFindings,
  dns: dnsFindings,
  subdomain: subdomainFindings,
  ping: pingFindings,
  mac: macFindings,
  delegation: allDelegationFindings,
  traceroute: tracerouteFindings,
  mail: mailFindings,
} satisfies { readonly [Id in ToolId]?: FindingsOf<Id> };

/**
 * The findings on the answer of any tool, most severe first; empty for a tool without findings.
 * @param answer as defined by the tool's contract, with `gaps` and `checkedAt`.
 */
export function answerFindings(id: ToolId, answer: Readonly<Record<string, unknown>>): Finding[] {
  const all: Readonly<Record<string, unknown>> = ownFindings;
  const own = all[id] as ((answer: unknown) => readonly Finding[]) | undefined;
  return own === undefined ? [] : bySeverity(own(answer));
}
