import { pageExplanations } from './findings/explained/page.ts';
import { policyExplanations } from './findings/explained/policies.ts';
import { reachExplanations } from './findings/explained/reach.ts';
import { wayExplanations } from './findings/explained/way.ts';

/** Explanations of the findings on what a browser meets. */
export const webExplanations = {
  ...wayExplanations,
  ...pageExplanations,
  ...policyExplanations,
  ...reachExplanations,
} as const;

export type WebCode = keyof typeof webExplanations;
