import type { ReadingOrder } from '../fact/reading-order.ts';
import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';

/** The order in which the fields of a tool's answer are printed. */
export function readingOrderOf(id: ToolId): ReadingOrder {
  return { first: [], last: [], details: [], ...moduleOf(id)?.readingOrder };
}
