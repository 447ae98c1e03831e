import type { Finding, FindingState } from '../finding/finding.ts';
import type { HeaderCode } from './explanations.ts';

/** A finding on the header of a message. */
export interface HeaderFinding extends Finding {
  readonly code: HeaderCode;
}

export function headerFinding(
  code: HeaderCode,
  state: FindingState,
  about: string,
  evidence: string,
  fix: string | null,
): HeaderFinding {
  return { code, state, about, evidence, fix };
}
