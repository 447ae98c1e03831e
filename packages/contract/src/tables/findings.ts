import type { Finding } from '../findings/finding.ts';
import type { Reading } from '../reading.ts';
import type { Table } from './table.ts';

/** What a client has read of findings: those of an older server are missing. */
interface Judged {
  /** Those of a report say which tool has found them. */
  readonly findings?: readonly (Reading<typeof Finding> & { readonly tool?: string })[] | undefined;
}

/**
 * The findings of any answer as a table, the most severe first; no table without findings. A finding is named by its
 * code, so that a page can export it without the texts that explain it.
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
