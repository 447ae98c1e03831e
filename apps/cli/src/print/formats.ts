import type { ToolId } from '@sonde/contract';
import { answerTables } from '@sonde/contract/tables/answer-tables';
import { toCsv, toMarkdown } from '@sonde/contract/tables/formats';
import type { Table } from '@sonde/contract/tables/table';
import { withUnicodeNames } from '@sonde/contract/tables/unicode-column';
import type { Answer } from '@sonde/probes';
import { printable, printableJson } from './printable.ts';
import { renderAnswer } from './render.ts';

export const formats = ['table', 'json', 'csv', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** An answer to print. */
export interface Printed {
  readonly id: ToolId;
  /** As typed, for a heading. */
  readonly target: string;
  readonly answer: Answer;
  bold(text: string): string;
}

const writers: Readonly<Record<Format, (printed: Printed) => string>> = {
  table({ answer: { gaps: _, ...data }, bold }) {
    return renderAnswer(data, bold);
  },
  json: ({ answer }) => printableJson(answer),
  csv: (printed) => toCsv(tablesOf(printed)),
  markdown: (printed) => toMarkdown(printable(`${printed.id} ${printed.target}`), tablesOf(printed)),
};

/** The answer in one format, without the line feed at its end. */
export function formatAnswer(format: Format, printed: Printed): string {
  return writers[format](printed).replace(/\n$/, '');
}

/** The tables that the pages export. Their texts come from servers that may be malicious. */
function tablesOf({ id, answer }: Printed): readonly Table[] {
  return withUnicodeNames(answerTables(id, answer)).map(({ title, columns, rows }) => ({
    title: printable(title),
    columns: columns.map(printable),
    rows: rows.map((row) => row.map(printable)),
  }));
}
