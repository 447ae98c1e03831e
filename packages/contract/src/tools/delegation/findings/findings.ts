import { zoneText } from '../data/zone-text.ts';
import { chainFindings } from './chain-findings.ts';
import { delegationFindings } from './delegation-findings.ts';
import { serverFindings } from './server-findings.ts';
import { type DelegationFinding, finding, type UnjudgedDelegation } from './subject.ts';

/**
 * The findings on a delegation. Servers and delegation are judged for the zone that was looked up, DS records and
 * signatures for every zone on the way.
 */
export function allDelegationFindings(answer: UnjudgedDelegation): DelegationFinding[] {
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
  // The zone above belongs to somebody else: whoever asks about a name that does not exist is not asking about it.
  if (answer.nameExists === false) return [...missingName(answer), ...unsafeAbove(answer)];
  return [...chainFindings(answer), ...serverFindings(answer), ...delegationFindings(answer)];
}

function missingName({ domain, zone }: UnjudgedDelegation): DelegationFinding[] {
  const evidence = `The name servers of ${zoneText(zone)} say that ${domain} does not exist.`;
  return [finding('name-missing', 'note', domain, evidence, null)];
}

/** If the zone above is broken, nobody can rely on its statement. */
function unsafeAbove(answer: UnjudgedDelegation): DelegationFinding[] {
  return chainFindings(answer).filter(({ code }) => code === 'chain-broken' || code === 'delegation-missing');
}
