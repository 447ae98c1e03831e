import { reportPartsOf } from '@sonde/contract';
import { exampleOf } from '@sonde/contract/targets/kind-words';
import { hostKinds } from '@sonde/contract/targets/target-kinds';

/** A tool's part in a report that has not started. */
export interface ExpectedPart {
  readonly tool: string;
  readonly cost: number;
}

/**
 * The parts of a report by kind of target, in order. The build evaluates this module and ships only its value
 * (`build/evaluated.ts`), because a page states the cost of a report before it loads the contracts.
 */
export const partLists: Readonly<Record<string, readonly ExpectedPart[]>> = Object.fromEntries(
  hostKinds.map((kind) => [kind, reportPartsOf(exampleOf(kind)).map(({ tool: { id, cost } }) => ({ tool: id, cost }))]),
);
