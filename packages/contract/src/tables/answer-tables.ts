import type { Reading } from '../reading.ts';
import type { ToolId, Tools } from '../tools/index.ts';
import { delegationTables } from './delegation.ts';
import { derivedTables } from './derived-tables.ts';
import { dnsTables } from './dns.ts';
import { findingTables } from './findings.ts';
import { geoTables } from './geo.ts';
import { knownOf, pingTables } from './ping.ts';
import { sslTables } from './ssl/tables.ts';
import { subdomainTables } from './subdomain.ts';
import type { Table } from './table.ts';
import { tracerouteTables } from './traceroute.ts';
import { whoisTables } from './whois.ts';

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
