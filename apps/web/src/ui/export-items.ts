import { Copy, Download, type LucideIcon } from 'lucide-react';
import { toast } from './announce.ts';
import { copyText } from './copy-text.ts';
import { type ExportTable, toCsv, toMarkdown } from './export-formats.ts';
import { withUnicodeNames } from './export-unicode.ts';
import { saveFile } from './save-file.ts';
import { inBothSpellings } from './shown-text.ts';

/** What can be exported, and under which name. */
export interface Exportable {
  /** What was looked up, for headings and file names: `dns` and `example.com`. */
  readonly tool: string;
  readonly target: string;
  /** The data as they were received. */
  readonly data: unknown;
  readonly tables: readonly ExportTable[];
}

export interface ExportItem {
  readonly label: string;
  readonly icon: LucideIcon;
  run(): unknown;
}

/** Every form in which an answer can be taken along. */
export function exportItems({ tool, target, data, tables }: Exportable): readonly ExportItem[] {
  const json = () => `${JSON.stringify(data, null, 2)}\n`;
  const csv = () => toCsv(withUnicodeNames(tables));
  const markdown = () => toMarkdown(`${tool} ${inBothSpellings(target)}`, withUnicodeNames(tables));
  const copy = (name: string, text: () => string) => async () =>
    toast((await copyText(text())) ? `${name} copied` : `${name} could not be copied`);
  const name = `${tool}-${target.replace(/[^\p{L}\p{N}.-]+/gu, '_')}`;
  return [
    { label: 'Copy as JSON', icon: Copy, run: copy('JSON', json) },
    { label: 'Copy as CSV', icon: Copy, run: copy('CSV', csv) },
    { label: 'Copy as Markdown', icon: Copy, run: copy('Markdown', markdown) },
    { label: 'Download JSON', icon: Download, run: () => saveFile(`${name}.json`, 'application/json', json()) },
    { label: 'Download CSV', icon: Download, run: () => saveFile(`${name}.csv`, 'text/csv', csv()) },
  ];
}
