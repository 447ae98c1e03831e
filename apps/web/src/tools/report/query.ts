import { type Reading, report } from '@sonde/contract';
import { type ReadReport, type ReadReportPart, readPart } from '@sonde/contract/report/read-part';
import { ask } from '../../browser/api/ask.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { callsOf, type Receipt, rememberCalls } from '../../browser/api/receipts.ts';
import type { LookupPartsOptions } from '../lookup/lookup-parts.ts';
import { partReceipts } from './part-receipts.ts';

/** What is known so far: the finished parts, in the order in which they finished. */
export type ReportDraft = readonly ReadReportPart[];

/** Runs only when the button is pressed: its tools connect to servers of the target. */
export function reportLookup(
  target: string,
  isAsked: boolean,
): LookupPartsOptions<ReadReport, Reading<typeof report.progress>, ReportDraft> {
  return {
    queryKey: ['report', target],
    queryFn: async ({ signal, fresh, onPart }) => {
      try {
        const found = await ask(report, { target, ...fresh }, signal, onPart);
        leaveParts(target, found);
        return found;
      } catch (error) {
        // Only the calls of its parts can be kept, and a failure does not list them.
        rememberCalls(error, { receipts: [] });
        throw error;
      }
    },
    enabled: isAsked,
    retry: false,
    addParts: (draft, parts) => [...(draft ?? []), ...parts],
  };
}

function leaveParts(target: string, found: ReadReport): void {
  const own = callsOf(found)?.receipts[0];
  const receipts = own === undefined ? [] : partReceipts(found.target, own.body);
  rememberCalls(found, { receipts, target: found.target });
  for (const part of found.parts) leaveAnswer(target, part, receipts);
}

/**
 * Stores a part's answer for the tool's own page, which then shows it without a request; see `LookupOptions` for the
 * key.
 */
function leaveAnswer(target: string, part: ReadReportPart, receipts: readonly Receipt[]): void {
  const read = readPart(part);
  if (read.kind !== 'answer') return;
  rememberCalls(read.answer, { receipts: receipts.filter(({ tool }) => tool === part.tool) });
  queryClient.setQueryData([part.tool, target], read.answer);
}
