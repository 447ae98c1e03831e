import type { Finding } from '../findings/finding.ts';
import type { Reading } from '../reading.ts';
import type { Table } from './table.ts';

/** What a client has read of findings: those of an older server are missing. */
interface Judged {
  readonly findings?: readonly Reading<typeof Finding>[] | undefined;
}

/**
 * The findings of any answer as a table, the most severe first; no table without findings. A finding is named by its
 * code, so that a page can export it without the texts that explain it.
 */
export function findingTables({ findings = [] }: Judged): readonly Table[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ state, code, about, evidence, fix }) =>
    [state, code, about, evidence, fix].map((cell) => cell ?? ''),
  );
  return [{ title: 'Findings', columns: ['State', 'Finding', 'About', 'Evidence', 'Fix'], rows }];
}
