import type { Check } from '../../finding/check.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { geo } from './contract.ts';

/** Nothing is known of where a special-use address is. */
const isPlaced = ({ specialUse }: { readonly specialUse: object | null }) => specialUse === null;

type Answer = Unjudged<typeof geo>;

const radiusOf = ({ geoIp }: Answer) => ('records' in geoIp ? geoIp.records.accuracyRadius : null);
const networkOf = ({ geoIp }: Answer) =>
  'records' in geoIp ? (geoIp.records.asName ?? geoIp.records.organization) : (geoIp.as ?? geoIp.org);

export const geoChecks: readonly Check<typeof geo>[] = [
  {
    id: 'kind',
    title: 'Kind of address',
    codes: ['special-use-address', 'anycast-address'],
    withoutFindings: ({ specialUse }) => (specialUse === null ? 'Ordinary public address' : null),
  },
  {
    id: 'location',
    title: 'Location',
    codes: ['location-known', 'location-unknown'],
    applies: isPlaced,
    withoutFindings: () => null,
  },
  {
    id: 'accuracy',
    title: 'Accuracy',
    codes: ['location-rough'],
    applies: (answer) => radiusOf(answer) !== null,
    withoutFindings: (answer) => `Within ${radiusOf(answer)} km`,
  },
  {
    id: 'network',
    title: 'Network',
    codes: ['hosting-address'],
    applies: (answer) => networkOf(answer) !== null,
    withoutFindings: networkOf,
  },
  {
    id: 'addresses',
    title: 'Addresses',
    codes: ['several-addresses'],
    withoutFindings: ({ addresses }) => (addresses.length === 1 ? 'One address' : null),
  },
  {
    id: 'completeness',
    title: 'Completeness',
    ofAll: true,
    codes: ['location-incomplete'],
    applies: ({ specialUse, gaps }) => specialUse === null || gaps.length > 0,
    withoutFindings: () => 'Everything was looked up',
  },
];
