import { report as call } from '@sonde/contract';
import type { ReadReport } from '@sonde/contract/report/read-part';
import { reportTables } from '@sonde/contract/report/report-tables';
import { saveFile } from '../../browser/page/save-file.ts';
import type { ExportItem } from '../../ui/export/export-items.ts';
import { toast } from '../../ui/feedback/announce.ts';
import { FileDown } from '../../ui/icons/lucide/file-down.ts';
import { Printer } from '../../ui/icons/lucide/printer.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';

export interface ReportActionsProps {
  readonly target: string;
  /** Plain JSON, as in the contract. */
  readonly report: ReadReport;
}

/** Actions on a finished report: share, save, export, print. The button to keep it is above, as for every answer. */
export function ReportActions({ target, report }: ReportActionsProps) {
  const more: readonly ExportItem[] = [
    { label: 'Download HTML', icon: FileDown, run: () => saveAsPage(target, report) },
    { label: 'Print', icon: Printer, run: () => print() },
  ];
  return <AnswerActions tool={call.id} target={target} data={report} tables={reportTables(report)} more={more} />;
}

/** Saves the report as one file that needs no server; its code is loaded on demand. */
async function saveAsPage(target: string, report: ReadReport): Promise<void> {
  try {
    const { reportPage } = await import('@sonde/contract/report/html');
    saveFile(`report-${target.replace(/[^\p{L}\p{N}.-]+/gu, '_')}.html`, 'text/html', reportPage(report));
  } catch {
    toast('The file could not be made');
  }
}
