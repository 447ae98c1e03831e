import type { Finding } from '../finding.ts';
import type { nameExplanations } from '../names/explanations.ts';
import type { Unjudged } from '../unjudged.ts';
import type { subdomainExplanations } from './explanations.ts';

export type SubdomainAnswer = Unjudged<'subdomain'>;

export interface SubdomainFinding extends Finding {
  readonly code: keyof typeof subdomainExplanations | keyof typeof nameExplanations;
}
