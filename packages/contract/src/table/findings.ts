import type { Finding } from '../finding/finding.ts';
import type { Reading } from '../reading.ts';
import type { Table } from './table.ts';

/** Findings as read by a client; older servers send none. */
interface Judged {
  /** The findings of a report name the tool that reported them. */
  readonly findings?: readonly (Reading<typeof Finding> & { readonly tool?: string })[] | undefined;
}

/**
 * The findings of any answer as a table, most severe first; no table if there are none. Findings are named by their code,
 * so that a page can export them without loading the explanations.
 */
export function findingTables({ findings = [] }: Judged): readonly Table[] {
  if (findings.length === 0) return [];
  const hasTools = findings.some(({ tool }) => tool !== undefined);
  const rows = findings.map(({ state, code, about, evidence, fix, tool }) =>
    [state, code, about, evidence, fix, ...(hasTools ? [tool] : [])].map((cell) => cell ?? ''),
  );
  const columns = ['State', 'Finding', 'About', 'Evidence', 'Fix', ...(hasTools ? ['Tool'] : [])];
  return [{ title: 'Findings', columns, rows }];
}
