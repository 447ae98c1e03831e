import type { Check } from '../../finding/check.ts';
import type { ping } from './contract.ts';

const hasReplies = ({ statistics }: { readonly statistics: { readonly packetsReceived: number } }) =>
  statistics.packetsReceived > 0;

export const pingChecks: readonly Check<typeof ping>[] = [
  {
    id: 'replies',
    title: 'Replies',
    codes: ['no-reply', 'router-error', 'reply-from-other-address'],
    withoutFindings: ({ statistics }) =>
      statistics.packetsReceived > 0
        ? `${statistics.packetsReceived} of ${statistics.packetsTransmitted} answered`
        : null,
  },
  {
    id: 'loss',
    title: 'Packet loss',
    codes: ['no-packet-lost', 'packets-lost'],
    applies: hasReplies,
    withoutFindings: () => null,
  },
  {
    id: 'times',
    title: 'Steadiness',
    codes: ['round-trip-steady', 'round-trip-varies'],
  },
  {
    id: 'order',
    title: 'Late and double replies',
    codes: ['late-replies', 'duplicate-replies'],
    applies: hasReplies,
    withoutFindings: ({ late, duplicates }) => (late === 0 && duplicates === 0 ? 'None' : null),
  },
  {
    id: 'ttl',
    title: 'TTL',
    codes: ['ttl-changed'],
    applies: ({ statistics, ttl }) => statistics.packetsReceived > 1 && ttl !== null,
    withoutFindings: ({ ttl }) => (ttl === null ? null : `${ttl} in every reply`),
  },
  {
    id: 'method',
    title: 'Method',
    codes: ['timed-by-tcp'],
    withoutFindings: ({ method }) => (method === 'icmp' ? 'ICMP echo' : null),
  },
];
