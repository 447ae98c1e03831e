import { reportPartsOf } from '@sonde/contract';
import { exampleOf } from '@sonde/contract/targets/kind-words';
import { hostKinds } from '@sonde/contract/targets/target-kinds';

/** A tool's part of a report that has not begun. */
export interface ExpectedPart {
  readonly tool: string;
  readonly cost: number;
}

/**
 * By kind of target, the parts of a report on it, in their order. The build evaluates this module and ships its value
 * alone (`build/evaluated.ts`): a page says what a report costs before it loads the contracts.
 */
export const partLists: Readonly<Record<string, readonly ExpectedPart[]>> = Object.fromEntries(
  hostKinds.map((kind) => [kind, reportPartsOf(exampleOf(kind)).map(({ tool: { id, cost } }) => ({ tool: id, cost }))]),
);
