import { chainExplanations } from './chain-explanations.ts';
import { delegationExplanations } from './delegation-explanations.ts';
import { serverExplanations } from './server-explanations.ts';

/** Explanations of the findings on a delegation. */
export const allDelegationExplanations = {
  ...chainExplanations,
  ...serverExplanations,
  ...delegationExplanations,
} as const;
