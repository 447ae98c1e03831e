import { reportPartsOf } from '@sonde/contract';
import type { ReadReportPart } from '@sonde/contract/report/read-part';
import type { Receipt } from '../../browser/api/receipts.ts';

/**
 * The calls that a report has made, with their results as they came: a report is kept as these. Without those of tools that
 * this page does not know.
 * @param body the envelope of the report, as its server has sent it and a reader has accepted it.
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
