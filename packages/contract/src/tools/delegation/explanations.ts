import { chainExplanations } from './findings/chain-explanations.ts';
import { delegationExplanations } from './findings/delegation-explanations.ts';
import { serverExplanations } from './findings/server-explanations.ts';

/** Explanations of the findings on a delegation. */
export const allDelegationExplanations = {
  ...chainExplanations,
  ...serverExplanations,
  ...delegationExplanations,
} as const;
