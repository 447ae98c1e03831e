import type { Check } from '../../finding/check.ts';
import type { mac } from './contract.ts';

const kinds = {
  unicast: 'Address of one station',
  multicast: 'Address of a group',
  broadcast: 'All stations',
  none: 'No address',
} as const;

export const macChecks: readonly Check<typeof mac>[] = [
  {
    id: 'kind',
    title: 'Kind',
    codes: ['mac-group'],
    withoutFindings: ({ kind }) => kinds[kind],
  },
  {
    id: 'scope',
    title: 'Scope',
    codes: ['mac-local'],
    withoutFindings: ({ scope }) => (scope === 'universal' ? 'Assigned by the IEEE' : null),
  },
  {
    id: 'registration',
    title: 'Registration',
    codes: ['mac-registered', 'mac-not-registered'],
    applies: ({ scope, kind }) => scope === 'universal' && kind === 'unicast',
    withoutFindings: () => null,
  },
  {
    id: 'owner',
    title: 'Owner',
    codes: ['mac-owner-unknown'],
    applies: ({ registrations }) => registrations.length > 0,
    withoutFindings: ({ registrations }) => registrations[0]?.owner ?? 'Not published',
  },
  {
    id: 'uses',
    title: 'Known uses',
    codes: [],
    withoutFindings: ({ conventions }) => (conventions.length === 0 ? 'None known' : `${conventions.length} known`),
  },
  {
    id: 'registry',
    title: 'Registry data',
    codes: [],
    withoutFindings: ({ registryDate }) => registryDate && `As of ${registryDate}`,
  },
];
