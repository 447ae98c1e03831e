import { type NetworkLab, networkAddresses, networkTargets, rebindingName, startNetworkLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { answerOf, type Job, type JobOutcome, pingIn } from '../../testing/ping/lab-pings.ts';

const { fast, far, slow, shaky, distant, lossy, silent, prohibited, unreachable, rewritten, v6only } = networkTargets;
const core = networkAddresses.core;

let lab: NetworkLab;
beforeAll(async () => {
  lab = await startNetworkLab();
});
afterAll(() => lab?.stop());

/** Run concurrently, since a ping mostly waits. */
const jobs = {
  far: { host: far.name, count: '5', interval: '1' },
  twin: { host: `${far.ipv4}`, count: '5', interval: '1' },
  far6: { host: far.ipv6, count: '5', interval: '1' },
  slow: { host: slow.name, count: '3', interval: '1' },
  shaky: { host: shaky.name, count: '6', interval: '1' },
  distant: { host: distant.name, count: '3', interval: '1' },
  silent: { host: silent.name, count: '2', interval: '1' },
  prohibited: { host: prohibited.name, count: '2', interval: '1' },
  prohibited6: { host: prohibited.ipv6, count: '2', interval: '1' },
  unreachable: { host: unreachable.name, count: '2', interval: '1' },
  unreachable6: { host: unreachable.ipv6, count: '2', interval: '1' },
  rewritten: { host: String(rewritten.ipv4), count: '2', interval: '1' },
  rewritten6: { host: rewritten.ipv6, count: '2', interval: '1' },
  v6only: { host: v6only.name, count: '2', interval: '1' },
  mixed: { host: 'mixed.lab.test', count: '1', interval: '1' },
  defaults: { host: fast.name, count: '1' },
  unknown: { host: 'nope.lab.test' },
  dangling: { host: 'dangling.lab.test' },
  inside: { host: 'private.lab.test' },
  loopback: { host: '127.0.0.1' },
  own: { host: networkAddresses.client.ipv4 },
} satisfies Record<string, Job>;

const lossyJobs: Job[] = [lossy.ipv4, lossy.ipv6].flatMap((host) =>
  ['3', '4', '5', '6', '7'].map((count) => ({ host: String(host), count, interval: '1' })),
);

let outcomes: Record<keyof typeof jobs, JobOutcome>;
let lossyOutcomes: readonly JobOutcome[];
let pingTimes: number[];

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const timesOf = (outcome: JobOutcome) => answerOf(outcome).packets.map(({ timeMs }) => timeMs);
const kindsOf = ({ parts }: JobOutcome) =>
  parts.map((part) => (part.kind === 'session' ? part.kind : `${part.kind} ${part.seq}`));

beforeAll(async () => {
  const [report, theirs] = await Promise.all([
    pingIn(lab, [...Object.values(jobs), ...lossyJobs]),
    lab.run('ping', ['-n', '-4', '-c', '20', '-i', '0.25', far.name]),
  ]);
  expect(report.bestMethods).toEqual({ ipv4: 'ICMP raw socket', ipv6: 'ICMP raw socket' });
  const names = Object.keys(jobs) as (keyof typeof jobs)[];
  outcomes = Object.fromEntries(names.map((name, index) => [name, report.outcomes[index]])) as typeof outcomes;
  lossyOutcomes = report.outcomes.slice(names.length);
  pingTimes = [...theirs.stdout.matchAll(/time=([\d.]+)/g)].map(([, time]) => Number(time));
});

describe('a host that answers', () => {
  test('R3.20 R3.21 has complete statistics, and every packet is reported as it happens', () => {
    const answer = answerOf(outcomes.far);
    const times = timesOf(outcomes.far).map(Number);
    expect(answer).toMatchObject({ host: far.name, address: far.ipv4, method: 'icmp', ttl: 62, packetSize: 56 });
    expect(answer.statistics).toEqual({
      packetsTransmitted: 5,
      packetsReceived: 5,
      packetLoss: 0,
      minTime: Math.min(...times),
      maxTime: Math.max(...times),
      avgTime: expect.closeTo(times.reduce((sum, time) => sum + time) / 5, 2),
    });
    expect(answer.roundTripTime).toBe(answer.statistics.avgTime);
    expect(kindsOf(outcomes.far)).toEqual([
      'session',
      ...[1, 2, 3, 4, 5].flatMap((seq) => [`sent ${seq}`, `reply ${seq}`]),
    ]);
    // Nearer times would be missed on a busy machine; packets reported only at the end would come after four seconds.
    for (const [index, part] of outcomes.far.parts.filter(({ kind }) => kind === 'reply').entries())
      expect(Math.abs(part.atMs - index * 1000)).toBeLessThan(2000);
  });

  test('has the same round trip times as measured by ping(8)', () => {
    expect(pingTimes).toHaveLength(20);
    for (const ours of [outcomes.far, outcomes.far6])
      expect(Math.abs(median(timesOf(ours).map(Number)) - median(pingTimes))).toBeLessThan(0.3);
  });

  test('is pinged once for equal concurrent queries', () => {
    expect(timesOf(outcomes.twin)).toEqual(timesOf(outcomes.far));
  });

  inLongSet(test)('may take longer to reply than the interval between packets', () => {
    for (const time of timesOf(outcomes.slow)) expect(time).toBeGreaterThan(1500);
    expect(answerOf(outcomes.slow).statistics).toMatchObject({ packetsReceived: 3, packetLoss: 0 });
  });

  inLongSet(test)('may have only IPv6; of several addresses, a public one is pinged', () => {
    expect(answerOf(outcomes.v6only)).toMatchObject({ address: v6only.ipv6, ttl: 62, statistics: { packetLoss: 0 } });
    expect(answerOf(outcomes.mixed)).toMatchObject({ address: fast.ipv4 });
    expect(answerOf(outcomes.defaults)).toMatchObject({ statistics: { packetsTransmitted: 1 } });
  });
});

describe('a path that loses packets', () => {
  test('loses a fifth, and the statistics agree with the packets', () => {
    const all = lossyOutcomes.map(answerOf);
    for (const { packets, statistics } of all) {
      const received = packets.filter(({ timeMs }) => timeMs !== null).length;
      expect(statistics).toMatchObject({ packetsTransmitted: packets.length, packetsReceived: received });
      expect(statistics.packetLoss).toBeCloseTo((100 * (packets.length - received)) / packets.length, 1);
    }
    const packets = all.flatMap((answer) => answer.packets);
    expect(packets).toHaveLength(50);
    // Four standard deviations of the binomial distribution.
    expect(Math.abs(packets.filter(({ timeMs }) => timeMs === null).length - 10)).toBeLessThanOrEqual(11);
  });

  inLongSet(test)('without any reply yields an answer without times', () => {
    expect(answerOf(outcomes.silent)).toMatchObject({
      roundTripTime: null,
      ttl: null,
      statistics: {
        packetsTransmitted: 2,
        packetsReceived: 0,
        packetLoss: 100,
        minTime: null,
        maxTime: null,
        avgTime: null,
      },
    });
    expect(kindsOf(outcomes.silent)).toEqual(['session', 'sent 1', 'sent 2', 'lost 1', 'lost 2']);
    expect(outcomes.silent.durationMs).toBeLessThan(4000);
  });

  inLongSet(test)('counts a reply after two seconds as late and lost', () => {
    expect(answerOf(outcomes.distant)).toMatchObject({ late: 2, statistics: { packetsReceived: 0, packetLoss: 100 } });
  });

  test.each(
    firstOf(1, [
      ['prohibited', 'Administratively prohibited', core.ipv4],
      ['prohibited6', 'Administratively prohibited', core.ipv6],
      ['unreachable', 'Host unreachable', core.ipv4],
      ['unreachable6', 'Address unreachable', core.ipv6],
    ] as const),
  )('%s: «%s» from %s', (name, meaning, router) => {
    const { packets, statistics } = answerOf(outcomes[name]);
    expect(packets).toEqual([1, 2].map((seq) => ({ seq, timeMs: null, ttl: null, error: { meaning, router } })));
    expect(statistics.packetLoss).toBe(100);
    // The second packet is sent after one second, and would be waited for until the third ends.
    expect(outcomes[name].durationMs).toBeLessThan(2900);
  });
});

test.each(firstOf(1, ['rewritten', 'rewritten6'] as const))('%s: replies of another address are told apart', (name) => {
  const answer = answerOf(outcomes[name]);
  const other = name === 'rewritten' ? fast.ipv4 : fast.ipv6;
  expect(answer.packets.map(({ repliedBy }) => repliedBy)).toEqual([other, other]);
  expect(answer.statistics.packetsReceived).toBe(2);
  const codes = answer.findings?.map(({ code }) => code);
  expect(codes).toContain('reply-from-other-address');
  expect(codes).not.toContain('no-packet-lost');
  expect(answerOf(outcomes.far).packets[0]).not.toHaveProperty('repliedBy');
});

describe('the findings', () => {
  const verdictsOn = (outcome: JobOutcome) =>
    (answerOf(outcome).findings ?? []).map(({ state, code }) => `${state} ${code}`);

  test('are good for a host that answers', () => {
    expect(verdictsOn(outcomes.far)).toEqual(['good no-packet-lost', 'good round-trip-steady']);
  });

  inLongSet(test)('report packets that are lost, late, or refused by a router', () => {
    const some = lossyOutcomes.filter((outcome) => ![0, 100].includes(answerOf(outcome).statistics.packetLoss));
    expect(some.length).toBeGreaterThan(0);
    for (const outcome of some) expect(verdictsOn(outcome)).toContain('warn packets-lost');
    expect(verdictsOn(outcomes.shaky)).toEqual(['note round-trip-varies', 'good no-packet-lost']);
    expect(verdictsOn(outcomes.silent)).toEqual(['unknown no-reply']);
    expect(verdictsOn(outcomes.distant)).toEqual(['unknown no-reply', 'note late-replies']);
    expect(verdictsOn(outcomes.unreachable)).toEqual(['bad router-error']);
    expect(answerOf(outcomes.prohibited).findings?.[0]?.evidence).toBe(
      `2 packets of 2 ended with an error: Administratively prohibited, by ${core.ipv4}.`,
    );
  });
});

describe('what is not pinged', () => {
  test('names without an address', () => {
    expect(outcomes.unknown.failure).toBe('not-found nxdomain');
    expect(outcomes.dangling.failure).toBe('not-found nxdomain');
  });

  test('special-use addresses, by name, by address, or by a name that changes', async () => {
    for (const name of ['inside', 'loopback', 'own'] as const)
      expect(outcomes[name].failure).toBe('refused-target special-use');
    const names = Array.from({ length: 8 }, () => rebindingName([`${fast.ipv4}`, '10.0.0.5', 'fd00::5', fast.ipv6]));
    const asked = [...names, ...names].map((host) => ({ host, count: '1', interval: '1' }));
    const { outcomes: changing } = await pingIn(lab, asked);
    for (const { answer, failure } of changing)
      expect([fast.ipv4, fast.ipv6, 'refused-target special-use']).toContain(answer?.address ?? failure);
    const forbidden = Object.entries(await lab.forbiddenPackets()).filter(([, count]) => count > 0);
    expect(forbidden).toEqual([]);
  });
});
