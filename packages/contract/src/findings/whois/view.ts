import type { Unjudged } from '../answer-findings.ts';
import type { Finding } from '../finding.ts';
import type { whoisExplanations } from './explanations.ts';

export interface WhoisFinding extends Finding {
  readonly code: keyof typeof whoisExplanations;
}

export type Registration = Unjudged<'whois'>['registration'];
