import { composeReport } from '../report/compose.ts';
import type { ReportData, ReportPart } from '../report/report.ts';
import type { Snapshot } from './snapshot.ts';

/** Composes the report that was kept as its parts. Null for anything else: a single result, or several results of one tool. */
export function reportOfSnapshot({ target, parts }: Pick<Snapshot, 'target' | 'parts'>): ReportData | null {
  const isReport = parts.length > 1 && new Set(parts.map(({ tool }) => tool)).size === parts.length;
  // The outcomes may have been signed by an older server: they are shown by way of a lenient reader.
  return isReport ? composeReport(target, parts as unknown as readonly ReportPart[]) : null;
}
