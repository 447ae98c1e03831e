import { report, tools } from '@sonde/contract';
import type { TargetKind } from '@sonde/contract/targets/target-kinds';

/**
 * By tool, the kinds of target that its contract takes. The build evaluates this module and ships its value alone
 * (`build/evaluated.ts`): the contracts bring the schema library, which no page needs before its first lookup.
 */
export const takenKinds: Readonly<Record<string, readonly TargetKind[]>> = Object.fromEntries(
  [...Object.values(tools), report].map(({ id, targetKinds }) => [id, targetKinds]),
);
