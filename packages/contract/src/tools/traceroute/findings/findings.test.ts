import { expect, it } from 'vitest';
import { answerFindings } from '../../../answers/answer-findings.ts';
import { answerOf } from '../../../testing/answer-of.ts';
import { testGoldenFindings, verdictsOn } from '../../../testing/golden-findings.ts';
import { tools } from '../../index.ts';
import type { TraceHop } from '../contract.ts';
import { composeHops, type HeardProbe } from '../data/hops.ts';
import type { tracerouteExplanations } from '../explanations.ts';

const ROUNDS = 20;

/** A hop that answered `received` of twenty probes; the target is the last one. */
function heard(ttl: number, address: string | null, received: number, isTarget = false): HeardProbe[] {
  return Array.from({ length: ROUNDS }, (_, index) => ({
    ttl,
    round: index + 1,
    answer: index < received ? { address, timeMs: ttl * 10, labels: [], isTarget, error: null } : null,
  }));
}

/** A path whose hops answered so many probes each; the last hop is the target unless told otherwise. */
function path(received: readonly number[], { reaches = true } = {}): TraceHop[] {
  return composeHops(
    received.flatMap((count, index) =>
      heard(index + 1, `192.0.2.${index + 1}`, count, reaches && index === received.length - 1),
    ),
  );
}

const answer = (more: object = {}) =>
  answerOf(tools.traceroute, { reached: 'target', hops: path([20, 20, 20, 20]), ...more });
const stopped = { reached: 'stopped', stoppedBy: { ttl: 3, address: '192.0.2.3', meaning: 'Host unreachable' } };
const circle = composeHops(
  Array.from({ length: 8 }, (_, index) =>
    heard(index + 1, index < 2 ? `192.0.2.${index}` : `198.51.100.${index % 2}`, 3),
  ).flat(),
);
const mtu = (bytes: number, found: string, router: string | null = null) => ({
  pathMtu: { bytes, found, router, ttl: null },
});

testGoldenFindings<keyof typeof tracerouteExplanations>('traceroute', {
  'path-complete': { state: 'good', has: answer(), evidence: 'answered at hop 4', hasNot: answer(stopped) },
  'path-stopped': {
    state: 'bad',
    has: answer(stopped),
    evidence: '192.0.2.3 at hop 3: Host unreachable.',
    hasNot: answer({ reached: 'silent' }),
  },
  'path-silent': {
    state: 'unknown',
    has: answer({ reached: 'silent', hops: path([20, 20], { reaches: false }) }),
    evidence: 'Hop 2 was the last to answer',
    hasNot: answer({ reached: 'silent', hops: circle }),
  },
  'routing-loop': {
    state: 'bad',
    has: answer({ reached: 'silent', hops: circle }),
    evidence: '198.51.100.0 and 198.51.100.1 repeat from hop 3 to hop 8.',
    hasNot: answer({ reached: 'silent', hops: circle.slice(0, 6) }),
  },
  'path-too-long': {
    state: 'unknown',
    has: answer({ reached: 'silent', hops: path(Array(30).fill(20), { reaches: false }) }),
    evidence: 'Hop 30 answered, and packets were sent no farther',
    hasNot: answer({ reached: 'silent', hops: path([...Array(29).fill(20), 0], { reaches: false }) }),
  },
  'loss-at-target': {
    state: 'unknown',
    has: answer({ hops: path([20, 20, 20, 9]) }),
    evidence: '11 of 20 packets to the target were not answered (55 %).',
    hasNot: answer({ hops: path([20, 16, 15, 16]) }),
  },
  'loss-on-path': {
    state: 'warn',
    has: answer({ hops: path([20, 16, 15, 16]) }),
    evidence: 'From hop 2 on, packets are lost: 20 % there, 20 % at hop 4.',
    hasNot: answer({ hops: path([20, 8, 9, 20]) }),
  },
  'answers-limited': {
    state: 'note',
    has: answer({ hops: path([8, 8, 9, 20]) }),
    evidence: '3 hops (1, 2 and 3) did not answer probes',
    hasNot: answer({ hops: path([20, 16, 15, 16]) }),
  },
  'mtu-reduced': {
    state: 'note',
    has: answer(mtu(1400, 'told', '192.0.2.2')),
    evidence: '1400 bytes, as 192.0.2.2 reports',
    hasNot: answer(mtu(1500, 'whole')),
  },
  'mtu-black-hole': {
    state: 'bad',
    has: answer(mtu(1400, 'black-hole')),
    evidence: 'Packets of 1400 bytes were answered',
    hasNot: answer(mtu(1400, 'told')),
  },
  'traced-otherwise': {
    state: 'note',
    has: answer({ method: 'udp', gaps: [{ part: 'icmp', code: 'unreachable' }] }),
    evidence: 'by UDP',
    hasNot: answer({ method: 'udp' }),
  },
});

it('a short trace by UDP says what it did not wait for', () => {
  const silent = { reached: 'silent', method: 'udp', rounds: 3, hops: path([3, 3, 0], { reaches: false }) };
  const evidenceOf = (more: object) =>
    answerFindings('traceroute', answer({ ...silent, ...more })).find(({ code }) => code === 'path-silent')?.evidence;
  expect(evidenceOf({})).toContain('three seconds, which this trace did not wait for');
  expect(evidenceOf({ rounds: 4 })).not.toContain('did not wait');
  expect(evidenceOf({ method: 'icmp' })).not.toContain('did not wait');
});

it('a trace without any problem has a good verdict', () => {
  expect(verdictsOn('traceroute', answer(mtu(1500, 'whole')))).toEqual(['good path-complete']);
});

it('the cause of one lost packet out of three is unknown', () => {
  const few = [3, 2, 3].flatMap((count, index) =>
    heard(index + 1, `192.0.2.${index}`, count, index === 2).filter(({ round }) => round <= 3),
  );
  expect(composeHops(few).map(({ lossIs }) => lossIs)).toEqual([null, 'unknown', null]);
});
