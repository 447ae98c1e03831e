import type { Finding } from '../finding/finding.ts';
import { bySeverity } from '../finding/severity.ts';
import type { Unjudged } from '../finding/unjudged.ts';
import { allDelegationFindings } from '../tools/delegation/findings/findings.ts';
import { dnsFindings } from '../tools/dns/findings/findings.ts';
import { geoFindings } from '../tools/geo/findings/findings.ts';
import type { ToolId } from '../tools/index.ts';
import { macFindings } from '../tools/mac/findings/findings.ts';
import { mailFindings } from '../tools/mail/findings/findings.ts';
import { pingFindings } from '../tools/ping/findings/findings.ts';
import { sslFindings } from '../tools/ssl/findings/findings.ts';
import { subdomainFindings } from '../tools/subdomain/findings/findings.ts';
import { tracerouteFindings } from '../tools/traceroute/findings/findings.ts';
import { whoisFindings } from '../tools/whois/findings/findings.ts';

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
