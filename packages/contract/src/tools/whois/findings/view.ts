import type { Finding } from '../../../finding/finding.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import type { whois } from '../contract.ts';
import type { whoisExplanations } from '../explanations.ts';

export interface WhoisFinding extends Finding {
  readonly code: keyof typeof whoisExplanations;
}

export type UnjudgedRegistration = Unjudged<typeof whois>['registration'];
