import { chainExplanations } from './chain-explanations.ts';
import { delegationExplanations } from './delegation-explanations.ts';
import { serverExplanations } from './server-explanations.ts';

/** What findings on a delegation mean. */
export const allDelegationExplanations = {
  ...chainExplanations,
  ...serverExplanations,
  ...delegationExplanations,
} as const;
