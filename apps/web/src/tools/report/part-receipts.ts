import { reportPartsOf } from '@sonde/contract';
import type { ReadReportPart } from '@sonde/contract/report/read-part';
import type { Receipt } from '../../browser/api/receipts.ts';

/**
 * The calls that a report consists of, with their results as received: a report is kept as these. Calls of tools that
 * this page does not know are left out.
 * @param body the envelope of the report, as sent by the server and accepted by a reader.
 */
export function partReceipts(target: string, body: object): readonly Receipt[] {
  const { _data: report } = body as { readonly _data: { readonly parts: readonly ReadReportPart[] } };
  const planned = reportPartsOf(target);
  return report.parts.flatMap(({ tool: id, outcome }) => {
    const part = planned.find(({ tool }) => tool.id === id);
    return part === undefined
      ? []
      : [{ tool: id, key: `${part.tool.path}?${new URLSearchParams(part.question)}`, body: outcome }];
  });
}
