import { chainFindings } from './chain-findings.ts';
import { delegationFindings } from './delegation-findings.ts';
import { serverFindings } from './server-findings.ts';
import type { DelegationAnswer, DelegationFinding } from './subject.ts';

/**
 * The findings on a delegation. Servers and delegation are judged of the zone that was looked up; DS records and
 * signatures of every zone on the way.
 */
export function allDelegationFindings(answer: DelegationAnswer): DelegationFinding[] {
  return [...chainFindings(answer), ...serverFindings(answer), ...delegationFindings(answer)];
}
