import type { Receipt } from '../../browser/api/receipts.ts';

export interface KeepProps {
  /** The calls whose results are kept together. */
  readonly receipts: readonly Receipt[];
  /** What they are about; default: the target of the only call. */
  readonly target?: string;
}
