import { report as call } from '@sonde/contract';
import type { ReadReport } from '@sonde/contract/report/read-part';
import { reportTables } from '@sonde/contract/report/report-tables';
import { FileDown, Printer } from 'lucide-react';
import { saveFile } from '../../browser/page/save-file.ts';
import type { ExportItem } from '../../ui/export/export-items.ts';
import { ExportMenu } from '../../ui/export/export-menu.tsx';
import { ShareButton } from '../../ui/export/share-button.tsx';
import { toast } from '../../ui/feedback/announce.ts';
import { SaveButton } from '../screens/save-button.tsx';

export interface ReportActionsProps {
  readonly target: string;
  /** A plain JSON value, as the contract has it. */
  readonly report: ReadReport;
}

/** What can be done with a finished report: share, save, export, print. It is kept where every answer is, above it. */
export function ReportActions({ target, report }: ReportActionsProps) {
  const more: readonly ExportItem[] = [
    { label: 'Download HTML', icon: FileDown, run: () => saveAsPage(target, report) },
    { label: 'Print', icon: Printer, run: () => print() },
  ];
  return (
    <>
      <ShareButton />
      <SaveButton target={target} />
      <ExportMenu tool={call.id} target={target} data={report} tables={reportTables(report)} more={more} />
    </>
  );
}

/** The report as one file that needs no server; its code is loaded when somebody wants it. */
async function saveAsPage(target: string, report: ReadReport): Promise<void> {
  try {
    const { reportPage } = await import('@sonde/contract/report/html');
    saveFile(`report-${target.replace(/[^\p{L}\p{N}.-]+/gu, '_')}.html`, 'text/html', reportPage(report));
  } catch {
    toast('The file could not be made');
  }
}
