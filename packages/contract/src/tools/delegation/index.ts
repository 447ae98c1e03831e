import type { ToolModule } from '../../tool-module.ts';
import { delegationChangeLabels } from './change-labels.ts';
import { delegationChecks } from './checks.ts';
import { delegation } from './contract.ts';
import { allDelegationExplanations } from './explanations.ts';
import { delegationFacts } from './facts.ts';
import { allDelegationFindings } from './findings/findings.ts';
import { delegationHeadlines } from './headlines.ts';
import { delegationTables } from './tables.ts';
import { delegationWatch } from './watch.ts';

export const delegationModule: ToolModule<typeof delegation> = {
  contract: delegation,
  whenToUse:
    'Whether a domain’s name servers, glue and DNSSEC work, from the root, server by server. Use it when a name does not resolve, and before changing name servers or DS records.',
  findings: allDelegationFindings,
  checks: delegationChecks,
  explanations: allDelegationExplanations,
  facts: delegationFacts,
  changeLabels: delegationChangeLabels,
  tables: delegationTables,
  headlines: delegationHeadlines,
  readingOrder: {
    first: ['verdict', 'zone', 'why'],
    details: [
      ...['details', 'anchors', 'isPreFlight'],
      ...[
        'parent',
        'why',
        'isDelegated',
        'ownNs',
        'glue',
        'ds',
        'dsDenial',
        'keys',
        'signatures',
        'nsec3',
        'nsTtlSeconds',
      ].map((name) => `zones.${name}`),
      ...[
        'family',
        'isListed',
        'answered',
        'rcode',
        'refersUp',
        'ns',
        'udp',
        'tcp',
        'edns',
        'ednsOptions',
        'largeUdp',
        'keysReply',
        'signed',
      ].map((name) => `servers.${name}`),
      ...['recursion', 'transfer', 'denial', 'timeMs', 'nsid'].map((name) => `servers.${name}`),
      'edges.zone',
    ],
  },
  watch: delegationWatch,
};
