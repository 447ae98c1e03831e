import type { Finding } from '../../../finding/finding.ts';
import type { nameExplanations } from '../../../finding/names/explanations.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import type { subdomain } from '../contract.ts';
import type { subdomainExplanations } from '../explanations.ts';

export type UnjudgedSubdomains = Unjudged<typeof subdomain>;

export interface SubdomainFinding extends Finding {
  readonly code: keyof typeof subdomainExplanations | keyof typeof nameExplanations;
}
