import { composeReport } from '../report/compose.ts';
import type { ReportData, ReportPart } from '../report/report.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The report that was kept as its parts, composed again. Null for anything else: a single result, or results of which two
 * are of one tool.
 */
export function reportOfSnapshot({ target, parts }: Pick<Snapshot, 'target' | 'parts'>): ReportData | null {
  const isReport = parts.length > 1 && new Set(parts.map(({ tool }) => tool)).size === parts.length;
  // Older servers have signed these outcomes: who shows them reads them with a reader that forgives.
  return isReport ? composeReport(target, parts as unknown as readonly ReportPart[]) : null;
}
