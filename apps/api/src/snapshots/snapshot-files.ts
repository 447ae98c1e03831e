import { readerOf, type ToolId, tools } from '@sonde/contract';
import { answerTables } from '@sonde/contract/answers/answer-tables';
import { nameOfTool } from '@sonde/contract/report/tool-names';
import type { KeptSnapshot, Snapshot, SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { derivedTables } from '@sonde/contract/table/derived-tables';
import { toCsv, toJson, toMarkdown } from '@sonde/contract/table/formats';
import type { Table } from '@sonde/contract/table/table';
import { formatUtc } from '@sonde/contract/text/format-utc';

interface FileFormat {
  readonly type: string;
  write(kept: KeptSnapshot): string;
}

/** The file formats of a snapshot by file extension. */
export const fileFormats: Readonly<Record<string, FileFormat>> = {
  json: { type: 'application/json; charset=utf-8', write: ({ snapshot }) => toJson(snapshot) },
  md: { type: 'text/markdown; charset=utf-8', write: markdown },
  csv: { type: 'text/csv; charset=utf-8', write: ({ snapshot }) => toCsv(allTables(snapshot)) },
};

export const signatureWords = {
  valid: 'valid',
  invalid: 'does not fit: this is not what was kept',
  'unknown-key': 'cannot be checked: the key is lost',
} as const;

function markdown({ snapshot, signature }: KeptSnapshot): string {
  const { target, keptAt, site, software, id } = snapshot;
  const rows = [
    ['Target', target],
    ['Kept', formatUtc(keptAt)],
    ['By', site === null ? software : `${software}, ${site}`],
    ['Snapshot', id],
    ['Signature', signatureWords[signature]],
  ];
  const about: Table = { title: 'About', columns: ['Field', 'Value'], rows };
  const parts = snapshot.parts.map((part) => toMarkdown(`${nameOfTool(part.tool)} ${part.target}`, tablesOf(part)));
  return [toMarkdown(`Kept result: ${target}`, [about]), ...parts].join('\n');
}

function allTables({ parts }: Snapshot): readonly Table[] {
  if (parts.length === 1) return parts.flatMap(tablesOf);
  return parts.flatMap((part) =>
    tablesOf(part).map((table) => ({ ...table, title: `${nameOfTool(part.tool)} ${part.target}: ${table.title}` })),
  );
}

/** The tables of one result with its time of measurement; generic ones for an answer of an unknown form. */
function tablesOf({ tool, measuredAt, withheld, outcome }: SnapshotPart): readonly Table[] {
  const rows = [
    ['Measured', measuredAt === null ? '' : formatUtc(measuredAt)],
    ...(withheld.length === 0 ? [] : [['Left out', withheld.join(', ')]]),
    ...(outcome._data === null ? [['Result', outcome.message]] : []),
  ];
  const measurement: Table = { title: 'Measurement', columns: ['Field', 'Value'], rows };
  return outcome._data === null ? [measurement] : [measurement, ...answerAsTables(tool, outcome._data)];
}

function answerAsTables(tool: string, answer: Readonly<Record<string, unknown>>): readonly Table[] {
  const contract = Object.hasOwn(tools, tool) ? tools[tool as ToolId] : null;
  const read = contract === null ? null : readerOf(contract.answer).safeParse(answer);
  return read?.success ? answerTables(tool as ToolId, read.data) : derivedTables(answer);
}
