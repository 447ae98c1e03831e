import type { Check } from '../../finding/check.ts';
import { counted } from '../../text/counted.ts';
import type { subdomain } from './contract.ts';
import { hasPrivateAddress } from './findings/addresses.ts';

export const subdomainChecks: readonly Check<typeof subdomain>[] = [
  {
    id: 'names',
    title: 'Names',
    codes: ['addresses-unknown'],
    withoutFindings: ({ subdomains }) => `${counted(subdomains.length, 'name')} found`,
  },
  {
    id: 'sources',
    title: 'Sources',
    codes: ['source-unknown'],
    withoutFindings: ({ sources }) => (sources.every(({ state }) => state === 'done') ? 'All answered' : null),
  },
  {
    id: 'takeover',
    title: 'Aliases',
    codes: ['alias-resolved', 'alias-dangling', 'alias-open-to-takeover'],
    applies: ({ subdomains }) => subdomains.some(({ aliases }) => aliases.length > 0),
    withoutFindings: () => null,
  },
  {
    id: 'private',
    title: 'Private addresses',
    codes: ['private-address'],
    withoutFindings: ({ subdomains }) => {
      if (subdomains.some(hasPrivateAddress)) return 'Private, as the domain is';
      return subdomains.some(({ resolves }) => resolves === true) ? 'None among the names' : null;
    },
  },
  {
    id: 'transfer',
    title: 'Zone transfer',
    codes: ['zone-transfer-open', 'zone-transfer-refused'],
    applies: ({ sources }) => sources.some(({ source }) => source === 'transfer'),
    withoutFindings: () => null,
  },
  {
    id: 'listing',
    title: 'Zone listing',
    codes: ['zone-walkable'],
    applies: ({ sources }) => sources.some(({ source, state }) => source === 'nsec' && state === 'done'),
    withoutFindings: () => 'Names cannot be listed',
  },
  {
    id: 'wildcard',
    title: 'Wildcards',
    codes: ['wildcard-found', 'wildcard-none'],
    withoutFindings: () => null,
  },
];
