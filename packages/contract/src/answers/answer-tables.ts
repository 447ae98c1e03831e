import { derivedTables } from '../table/derived-tables.ts';
import { findingTables } from '../table/findings.ts';
import type { Table } from '../table/table.ts';
import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';

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
  return moduleOf(id)?.tables?.(answer) ?? derivedTables(answer);
}
