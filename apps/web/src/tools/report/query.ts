import { type Reading, report } from '@sonde/contract';
import { type ReadReport, type ReadReportPart, readPart } from '@sonde/contract/report/read-part';
import { ask } from '../../browser/api/ask.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import type { LookupPartsOptions } from '../lookup/lookup-parts.ts';

/** What is known so far: the parts that have ended, in the order in which they did. */
export type Draft = readonly ReadReportPart[];

/** Runs only when the button is pressed: its tools connect to servers of the target. */
export function reportLookup(
  target: string,
  isAsked: boolean,
): LookupPartsOptions<ReadReport, Reading<typeof report.progress>, Draft> {
  return {
    queryKey: ['report', target],
    queryFn: async ({ signal, fresh, onPart }) => {
      const found = await ask(report, { target, ...fresh }, signal, onPart);
      for (const part of found.parts) keepAnswer(target, part);
      return found;
    },
    enabled: isAsked,
    retry: false,
    addParts: (draft, parts) => [...(draft ?? []), ...parts],
  };
}

/** The page of the tool then shows this answer, and asks nothing: see `LookupOptions` for the key. */
function keepAnswer(target: string, part: ReadReportPart): void {
  const read = readPart(part);
  if (read.kind === 'answer') queryClient.setQueryData([part.tool, target], read.answer);
}
