import { tablesBesideFindings } from '../answers/answer-tables.ts';
import type { Table } from '../table/table.ts';
import { type ReadReport, readPart } from './read-part.ts';

/** The tables of a report for exports: how each tool ended, then the tables of their answers. Findings are separate. */
export function reportTables({ parts }: ReadReport): readonly Table[] {
  const read = parts.map((part) => ({ id: part.tool, read: readPart(part) }));
  const rows = read.map(({ id, read: part }) =>
    part.kind === 'answer'
      ? [id, 'answer', part.answer.gaps.map((gap) => gap.part).join(', '), part.answer.checkedAt ?? '']
      : [id, `no answer: ${part.message}`, part.code ?? '', ''],
  );
  const answers = read.flatMap(({ id, read: part }) => {
    if (part.kind !== 'answer') return [];
    return tablesBesideFindings(part.id, part.answer).map((table) => ({ ...table, title: `${id}: ${table.title}` }));
  });
  return [{ title: 'Tools', columns: ['Tool', 'Outcome', 'Not measured', 'Checked at'], rows }, ...answers];
}
