import type { Check } from '../../finding/check.ts';
import type { geo } from './contract.ts';

/** Nothing is known of where a special-use address is. */
const isPlaced = ({ specialUse }: { readonly specialUse: object | null }) => specialUse === null;

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
    applies: isPlaced,
    withoutFindings: ({ geoIp }) => {
      const radius = 'records' in geoIp ? geoIp.records.accuracyRadius : null;
      return radius === null ? null : `Within ${radius} km`;
    },
  },
  {
    id: 'network',
    title: 'Network',
    codes: ['hosting-address'],
    applies: isPlaced,
    withoutFindings: ({ geoIp }) => {
      const name = 'records' in geoIp ? (geoIp.records.asName ?? geoIp.records.organization) : (geoIp.as ?? geoIp.org);
      return name;
    },
  },
  {
    id: 'addresses',
    title: 'Addresses',
    codes: ['several-addresses'],
    withoutFindings: ({ addresses }) => (addresses.length === 1 ? 'One address' : null),
  },
  {
    id: 'database',
    title: 'Database',
    codes: ['database-current', 'database-old', 'location-incomplete'],
    applies: isPlaced,
    withoutFindings: () => null,
  },
];
