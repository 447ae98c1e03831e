import { chainFindings } from './chain-findings.ts';
import { delegationFindings } from './delegation-findings.ts';
import { serverFindings } from './server-findings.ts';
import { type DelegationAnswer, type DelegationFinding, finding } from './subject.ts';

/**
 * The findings on a delegation. Servers and delegation are judged for the zone that was looked up, DS records and
 * signatures for every zone on the way.
 */
export function allDelegationFindings(answer: DelegationAnswer): DelegationFinding[] {
  // Answers of an intercepting resolver reveal nothing about the name servers.
  if (answer.gaps.some(({ part }) => part === 'intercepted')) {
    return [
      finding(
        'chain-unknown',
        'unknown',
        answer.zone,
        answer.why,
        'Check from a network that lets DNS queries through.',
      ),
    ];
  }
  return [...chainFindings(answer), ...serverFindings(answer), ...delegationFindings(answer)];
}
