import type { Reading } from '../reading.ts';
import { derivedTables } from '../table/derived-tables.ts';
import { findingTables } from '../table/findings.ts';
import type { Table } from '../table/table.ts';
import { delegationTables } from '../tools/delegation/tables.ts';
import { dnsTables } from '../tools/dns/tables.ts';
import { geoTables } from '../tools/geo/tables.ts';
import type { ToolId, Tools } from '../tools/index.ts';
import { knownOf, pingTables } from '../tools/ping/tables.ts';
import { sslTables } from '../tools/ssl/tables/tables.ts';
import { subdomainTables } from '../tools/subdomain/tables.ts';
import { tracerouteTables } from '../tools/traceroute/tables.ts';
import { whoisTables } from '../tools/whois/tables.ts';

type TablesOf<Id extends ToolId> = (answer: Reading<Tools[Id]['answer']>) => readonly Table[];

/** Tools with tables of their own; for any other tool, tables are derived from the structure of its answer. */
const ownTables = {
  geo: geoTables,
  ssl: sslTables,
  whois: whoisTables,
  dns: dnsTables,
  subdomain: subdomainTables,
  ping: (answer) => pingTables(knownOf(answer)),
  traceroute: tracerouteTables,
  delegation: delegationTables,
} satisfies { readonly [Id in ToolId]?: TablesOf<Id> };

/**
 * The answer of any tool as tables, for code that does not know individual tools: the findings first, then the tool's own
 * tables. Web pages import only the tables of their tool.
 * @param answer as defined by the tool's contract.
 */
export function answerTables(id: ToolId, answer: Readonly<Record<string, unknown>>): readonly Table[] {
  return [...findingTables(answer), ...tablesBesideFindings(id, answer)];
}

/** The tables of an answer without its findings, for views that show the findings of several tools together. */
export function tablesBesideFindings(id: ToolId, answer: Readonly<Record<string, unknown>>): readonly Table[] {
  const tables: Readonly<Record<string, unknown>> = ownTables;
  const own = tables[id] as ((answer: unknown) => readonly Table[]) | undefined;
  return own === undefined ? derivedTables(answer) : own(answer);
}
