import type { Finding } from '../../../finding/finding.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import type { mac } from '../contract.ts';
import type { macExplanations } from '../explanations.ts';

interface MacFinding extends Finding {
  readonly code: keyof typeof macExplanations;
}

/** The findings on who owns the address, as far as that can be known. */
export function macFindings(answer: Unjudged<typeof mac>): MacFinding[] {
  const { mac: about, registrations, registryDate, kind, scope } = answer;
  const [first] = registrations;
  const nothing = { about, fix: null };
  if (kind === 'none') return [];
  if (kind !== 'unicast') return [{ code: 'mac-group', state: 'note', evidence: groupEvidence(answer), ...nothing }];
  if (first?.registry === 'CID') {
    const evidence = `The local bit is set. ${first.prefix} is the company ID (CID) of ${whoHas(first)}, but a random address can have these bits, too.`;
    return [{ code: 'mac-local', state: 'note', evidence, ...nothing }];
  }
  if (first !== undefined) {
    const { registry, prefix, bits } = first;
    const evidence = `${prefix}/${bits} is assigned to ${whoHas(first)} (${registry}, registry of ${registryDate}).`;
    return [{ code: 'mac-registered', state: 'good', evidence, ...nothing }];
  }
  if (registryDate === null || answer.gaps.some(({ part }) => part === 'CID')) {
    const evidence = 'The registry that covers this address could not be read.';
    const fix = 'Whoever runs Sonde can download the registry: sonde update mac.';
    return [{ code: 'mac-owner-unknown', state: 'unknown', evidence, about, fix }];
  }
  if (scope === 'local') {
    const evidence = 'The second lowest bit of the first octet is 1.';
    return [{ code: 'mac-local', state: 'note', evidence, ...nothing }];
  }
  const evidence = `The registry of ${registryDate} has no assignment for it.`;
  return [{ code: 'mac-not-registered', state: 'note', evidence, ...nothing }];
}

const whoHas = ({ owner }: Unjudged<typeof mac>['registrations'][number]) =>
  owner ?? 'an organization that chose not to be published';

function groupEvidence({ kind }: Unjudged<typeof mac>): string {
  return kind === 'broadcast' ? 'All bits are 1.' : 'The lowest bit of the first octet is 1.';
}
