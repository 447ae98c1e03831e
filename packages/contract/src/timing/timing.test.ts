import { expect, it } from 'vitest';
import type { EvidenceExchange } from '../evidence/evidence.ts';
import { serverTiming, timingMetrics } from './server-timing.ts';
import { type TimedLookup, timingOf } from './timing.ts';
import { timingLines } from './timing-lines.ts';

/** `[began, opened, asked, answered, ended]`, in milliseconds. */
type Times = readonly [number, number | null, number | null, number | null, number | null];

function exchange(
  number: number,
  [began, opened, asked, answered, ended]: Times,
  differs: Partial<EvidenceExchange> = {},
) {
  const us = (ms: number) => ms * 1000;
  const piece = (direction: 'out' | 'in', ms: number | null) =>
    ms === null ? [] : [{ direction, atUs: us(ms), bytes: 10, octets: '' }];
  const whole: EvidenceExchange = {
    ...{ number, service: 'tls', transport: 'tcp', layer: 'wire', within: null, reason: null, withheld: null },
    purpose: null,
    peer: { address: '192.0.2.1', port: 443, name: null, isReplaced: false },
    ...{ startUs: us(began), openedUs: opened && us(opened), endUs: ended && us(ended) },
    ...{ outcome: 'answered', bytesOut: 10, bytesIn: 10, isCut: true, decoded: [] },
    pieces: [...piece('out', asked), ...piece('in', answered)],
    ...differs,
  };
  return whole;
}

const resolver = {
  peer: { address: '198.51.100.1', port: 53, name: null, isReplaced: true },
  service: 'dns',
  transport: 'udp',
} as const;

const lookup = (exchanges: readonly EvidenceExchange[], differs: Partial<TimedLookup> = {}): TimedLookup => ({
  ...{ queuedMs: 3, measuredMs: 300, writtenMs: 1 },
  evidence: { exchanges: [...exchanges], leftOut: 0 },
  ...differs,
});

/** A name is resolved, two connections are opened at once, and the answer on one of them leads to a third connection. */
const usual = lookup([
  exchange(1, [0, null, 0, 20, 20], resolver),
  exchange(2, [20, 60, 60, 100, 280]),
  exchange(3, [20, 70, 70, 150, 280]),
  exchange(4, [150, 190, 190, 280, 280]),
  // Opened ahead and never used.
  exchange(5, [150, 190, null, null, 290], { outcome: 'silent' }),
  exchange(6, [60, null, 60, 299, 299], { layer: 'plaintext', within: 2 }),
]);

it('each part is the time during which anything of its kind was going on', () => {
  expect(timingOf(usual)).toMatchObject({
    ...{ totalMs: 304, queuedMs: 3, resolvedMs: 20, connectedMs: 50 + 40, exchangedMs: 90 + 90 },
    ...{ decodedMs: 20, writtenMs: 1, leftOut: 0 },
  });
});

it('the critical path consists of exchanges that each asked after the previous one was answered', () => {
  const { exchanges } = timingOf(usual);
  expect(exchanges.map(({ number, isCritical }) => [number, isCritical])).toEqual([
    ...[
      [1, true],
      [2, false],
      [3, true],
      [4, true],
      [5, false],
    ],
  ]);
  const begunAhead = timingOf(lookup([exchange(1, [0, 40, 40, 80, 80]), exchange(2, [0, 40, 81, 120, 120])]));
  expect(begunAhead.exchanges.every(({ isCritical }) => isCritical)).toBe(true);
});

it('a refused connection is on the critical path; one that never opened counts as connecting until it was given up', () => {
  const refused = exchange(1, [0, null, null, null, 40], { outcome: 'failed', reason: 'refused' });
  expect(timingOf(lookup([refused])).exchanges).toMatchObject([{ isCritical: true, askedAtMs: 0, answeredAtMs: 40 }]);
  const silent = exchange(1, [0, null, null, null, null], { outcome: 'silent' });
  expect(timingOf(lookup([silent]))).toMatchObject({ connectedMs: 300, exchangedMs: 0, decodedMs: 0 });
});

it('packets without octets ask when they start', () => {
  const ping = exchange(1, [10, null, null, null, 35], { service: 'ping', transport: 'icmp' });
  expect(timingOf(lookup([ping]))).toMatchObject({ connectedMs: 0, exchangedMs: 25, decodedMs: 275 });
});

it('without exchanges, all the time was spent on this server', () => {
  const timing = timingOf(lookup([], { queuedMs: null, writtenMs: null }));
  expect(timing).toMatchObject({ totalMs: 300, resolvedMs: 0, exchangedMs: 0, decodedMs: 300 });
  expect(serverTiming(timing)).toBe(
    'total;dur=300;desc="0 exchanges", resolved;dur=0, connected;dur=0, exchanged;dur=0, decoded;dur=300',
  );
});

it('a Server-Timing field names no resolver, and has the longest exchanges of the critical path', () => {
  const text = serverTiming(timingOf(usual));
  expect(text).toBe(
    [
      ...['total;dur=304;desc="5 exchanges"', 'queued;dur=3', 'resolved;dur=20', 'connected;dur=90'],
      ...['exchanged;dur=180', 'decoded;dur=20', 'written;dur=1'],
      'exchange;dur=20;desc="1 dns resolver at 0"',
      'exchange;dur=130;desc="3 tls 192.0.2.1:443 at 20"',
      'exchange;dur=130;desc="4 tls 192.0.2.1:443 at 150"',
    ].join(', '),
  );
  for (const [name] of text.matchAll(/(?<=^|, )\w+(?=;dur)/g)) expect(Object.keys(timingMetrics)).toContain(name);
});

it('stays short, however many exchanges there were', () => {
  const peer = { address: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', port: 65535, name: null, isReplaced: false };
  const row = Array.from({ length: 999 }, (_, place) => {
    const at = place * 10.123;
    return exchange(place + 1, [at, at + 1, at + 1, at + 9.987, at + 10], { peer });
  });
  const evidence = { exchanges: row, leftOut: 4001 };
  const timing = timingOf(lookup([], { measuredMs: 10_000, evidence }));
  const text = serverTiming(timing);
  expect(text.length).toBeLessThan(2_000);
  expect(text).toContain('desc="5000 exchanges, 4001 of them not timed"');
  expect(text.match(/exchange;/g)).toHaveLength(16);
  expect(timingLines(timing)).toHaveLength(2 + 999 + 1);
});

it('the lines list every exchange and mark the critical path', () => {
  expect(timingLines(timingOf(usual), ({ number }) => (number === 3 ? 'a hello' : ''))).toEqual([
    '304.0 ms, 5 exchanges: queued 3.0, resolved 20.0, connected 90.0, exchanged 180.0, decoded 20.0, written 1.0',
    '      began   opened    asked answered',
    ' *      0.0        -      0.0     20.0  1 dns resolver',
    '       20.0     60.0     60.0    100.0  2 tls 192.0.2.1:443',
    ' *     20.0     70.0     70.0    150.0  3 tls 192.0.2.1:443  a hello',
    ' *    150.0    190.0    190.0    280.0  4 tls 192.0.2.1:443',
    '      150.0    190.0        -    290.0  5 tls 192.0.2.1:443',
  ]);
});
