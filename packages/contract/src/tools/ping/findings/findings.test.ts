import { expect, it } from 'vitest';
import { pingStatistics } from '../../../ping-statistics.ts';
import { answerOf } from '../../../testing/answer-of.ts';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import { ping } from '../contract.ts';
import type { pingExplanations } from '../explanations.ts';

interface Packet {
  readonly timeMs: number | null;
  readonly ttl?: number | null;
  readonly repliedBy?: string | null;
  readonly error?: { readonly meaning: string; readonly router: string | null } | null;
}

const answer = (packets: readonly (Packet | number | null)[], more: object = {}) => {
  const all = packets.map((one, index) => ({
    seq: index + 1,
    ttl: null,
    error: null,
    ...(typeof one === 'object' && one !== null ? one : { timeMs: one }),
  }));
  return answerOf(ping, { packets: all, statistics: pingStatistics(all), duplicates: 0, late: 0, gaps: [], ...more });
};

const unreachable = { timeMs: null, error: { meaning: 'Destination host unreachable', router: '192.0.2.254' } };
const withTtl = (...values: (number | null)[]) => values.map((ttl) => ({ timeMs: 10, ttl }));

testGoldenFindings<keyof typeof pingExplanations>('ping', {
  'no-reply': {
    state: 'unknown',
    has: answer([null, null]),
    evidence: 'None of 2 packets to 192.0.2.1 was answered in time.',
    hasNot: answer([unreachable, unreachable]),
  },
  'no-packet-lost': {
    state: 'good',
    has: answer([10]),
    evidence: 'All 1 packet to 192.0.2.1 came back.',
    hasNot: answer([{ timeMs: 10, repliedBy: '192.0.2.7' }]),
  },
  'packets-lost': {
    state: 'warn',
    has: answer([10, null, 10]),
    evidence: '1 of 3 packets to 192.0.2.1 were lost (33.3 %).',
    hasNot: answer([10, unreachable]),
  },
  'reply-from-other-address': {
    state: 'warn',
    has: answer([{ timeMs: 10, repliedBy: '192.0.2.7' }, { timeMs: 10, repliedBy: null }, 10]),
    evidence: '2 replies to packets for 192.0.2.1 came from 192.0.2.7 and an address that is not public.',
    hasNot: answer([10]),
  },
  'router-error': {
    state: 'bad',
    has: answer([10, unreachable, unreachable]),
    evidence: '2 packets of 3 ended with an error: Destination host unreachable, by 192.0.2.254.',
    hasNot: answer([10, null]),
  },
  'round-trip-steady': {
    state: 'good',
    has: answer([10, 60, 10]),
    evidence: 'changes by 50',
    hasNot: answer([10]),
  },
  'round-trip-varies': {
    state: 'note',
    has: answer([10, 60.1, 10]),
    evidence: 'on average',
    hasNot: answer([10, 60, 10]),
  },
  'ttl-changed': {
    state: 'note',
    has: answer(withTtl(57, 58, 57)),
    evidence: 'The TTL of the replies was 57 and 58.',
    hasNot: answer(withTtl(57, null, 57)),
  },
  'duplicate-replies': {
    state: 'warn',
    has: answer([10], { duplicates: 1 }),
    evidence: '1 further reply came from 192.0.2.1.',
    hasNot: answer([10], { late: 1 }),
  },
  'late-replies': {
    state: 'note',
    has: answer([10, null], { late: 2 }),
    evidence: '2 replies arrived after the packet had been counted as lost.',
    hasNot: answer([10, null]),
  },
  'timed-by-tcp': {
    state: 'note',
    has: answer([10], { method: 'tcp' }),
    evidence: 'TCP handshakes with 192.0.2.1',
    hasNot: answer([10]),
  },
});

it('a ping without any problem has a good verdict', () => {
  expect(verdictsOn('ping', answer(withTtl(57, 57)))).toEqual(['good no-packet-lost', 'good round-trip-steady']);
});

it('lost packets are reported separately from errors', () => {
  expect(verdictsOn('ping', answer([10, null, unreachable])).slice(0, 2)).toEqual([
    'bad router-error',
    'warn packets-lost',
  ]);
});
