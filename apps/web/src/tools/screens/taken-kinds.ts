import { report, tools } from '@sonde/contract';
import type { TargetKind } from '@sonde/contract/targets/target-kinds';

/**
 * The kinds of target that each tool's contract accepts. The build evaluates this module and ships only its value
 * (`build/evaluated.ts`): the contracts import the schema library, which no page needs before its first lookup.
 */
export const takenKinds: Readonly<Record<string, readonly TargetKind[]>> = Object.fromEntries(
  [...Object.values(tools), report].map(({ id, targetKinds }) => [id, targetKinds]),
);
