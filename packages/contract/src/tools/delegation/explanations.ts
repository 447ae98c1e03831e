import { chainExplanations } from './findings/chain-explanations.ts';
import { delegationExplanations } from './findings/delegation-explanations.ts';
import { serverExplanations } from './findings/server-explanations.ts';
import { verdictExplanations } from './findings/verdict-explanations.ts';

/** Explanations of the findings on a delegation. */
export const allDelegationExplanations = {
  ...verdictExplanations,
  ...chainExplanations,
  ...serverExplanations,
  ...delegationExplanations,
} as const;
