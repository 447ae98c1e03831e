import { findingTables } from '@sonde/contract/table/findings';
import { toCsv, toJson, toMarkdown } from '@sonde/contract/table/formats';
import type { Table } from '@sonde/contract/table/table';
import { withUnicodeNames } from '@sonde/contract/table/unicode-column';
import { copyText } from '../../browser/page/copy-text.ts';
import { saveFile } from '../../browser/page/save-file.ts';
import { toast } from '../feedback/announce.ts';
import { Copy } from '../icons/lucide/copy.ts';
import { Download } from '../icons/lucide/download.ts';
import type { Icon } from '../icons/svg-icon.ts';
import { inBothSpellings } from '../text/shown-text.ts';

/** An answer to export. */
export interface Exportable {
  /** For file names: `dns` and `example.com`. */
  readonly tool: string;
  readonly target: string;
  /** For headings, the name of the tool: `DNS Lookup`; its id by default. */
  readonly name?: string | undefined;
  /** The data as received; its findings are exported with the tables. */
  readonly data: Parameters<typeof findingTables>[0] & { readonly [field: string]: unknown };
  readonly tables: readonly Table[];
  /** Further formats, after the usual ones. */
  readonly more?: readonly ExportItem[];
}

export interface ExportItem {
  readonly label: string;
  readonly icon: Icon;
  run(): unknown;
}

/** All export formats of an answer. */
export function exportItems({ tool, target, name = tool, data, tables, more = [] }: Exportable): readonly ExportItem[] {
  const all = () => withUnicodeNames([...findingTables(data), ...tables]);
  const json = () => toJson(data);
  const csv = () => toCsv(all());
  const markdown = () => toMarkdown(`${name} ${inBothSpellings(target)}`, all());
  const copy = (name: string, text: () => string) => async () =>
    toast((await copyText(text())) ? `${name} copied` : `${name} could not be copied`);
  const file = `${tool}-${target.replace(/[^\p{L}\p{N}.-]+/gu, '_')}`;
  return [
    { label: 'Copy as JSON', icon: Copy, run: copy('JSON', json) },
    { label: 'Copy as CSV', icon: Copy, run: copy('CSV', csv) },
    { label: 'Copy as Markdown', icon: Copy, run: copy('Markdown', markdown) },
    { label: 'Download JSON', icon: Download, run: () => saveFile(`${file}.json`, 'application/json', json()) },
    { label: 'Download CSV', icon: Download, run: () => saveFile(`${file}.csv`, 'text/csv', csv()) },
    { label: 'Download Markdown', icon: Download, run: () => saveFile(`${file}.md`, 'text/markdown', markdown()) },
    ...more,
  ];
}
