import { type NetworkLab, networkAddresses, networkTargets, startNetworkLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { answerOf, type Job, pingIn } from '../../testing/ping/lab-pings.ts';

const { fast, far, slow, lossy, silent, unreachable, v6only } = networkTargets;

let lab: NetworkLab;
beforeAll(async () => {
  lab = await startNetworkLab();
});
afterAll(() => lab?.stop());

const isRoot = process.getuid?.() === 0;
/** No capabilities, and no program can gain any. */
const powerless = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];
/** No capabilities, but the file capabilities of a program such as ping(8) may grant CAP_NET_RAW. */
const ordinary = ['setpriv', '--bounding-set=-all,+net_raw', '--inh-caps=-all', '--securebits=+noroot'];

const fewJobs: Job[] = [
  { host: far.name, count: '2', interval: '1' },
  { host: v6only.name, count: '2', interval: '1' },
  { host: silent.name, count: '1', interval: '1' },
  { host: unreachable.name, count: '2', interval: '1' },
];

async function expectPings(
  rights: readonly string[],
  methods: readonly string[],
  name: string,
  method: 'icmp' | 'tcp',
) {
  const { bestMethods, outcomes, held } = await pingIn(lab, fewJobs, methods, rights);
  expect(bestMethods).toEqual({ ipv4: name, ipv6: name });
  const [ofFar, ofSix, ofSilent, ofUnreachable] = outcomes.map(answerOf);
  const facts = { method, ttl: method === 'icmp' ? 62 : null, packetSize: method === 'icmp' ? 56 : 0 };
  expect(ofFar).toMatchObject({ ...facts, statistics: { packetsTransmitted: 2, packetsReceived: 2, packetLoss: 0 } });
  expect(ofFar?.roundTripTime).toBeGreaterThanOrEqual(34);
  // The time of a TCP handshake is measured by this process, which may be under load.
  expect(ofFar?.roundTripTime).toBeLessThan(method === 'icmp' ? 60 : 1000);
  expect(ofSix).toMatchObject({ ...facts, address: v6only.ipv6, statistics: { packetsReceived: 2 } });
  expect(ofSilent).toMatchObject({
    method,
    roundTripTime: null,
    statistics: { packetsTransmitted: 1, packetLoss: 100 },
  });
  expect(ofUnreachable).toMatchObject({ statistics: { packetsTransmitted: 2, packetsReceived: 0, packetLoss: 100 } });
  const router = method === 'icmp' ? networkAddresses.core.ipv4 : null;
  expect(ofUnreachable?.packets[0]?.error).toMatchObject({ router });
  expect(ofUnreachable?.packets[0]?.error?.meaning).toMatch(/host unreachable/i);
  expect(ofFar?.findings?.some(({ code }) => code === 'timed-by-tcp')).toBe(method === 'tcp');
  expect(held.at(-1)).toMatchObject({ children: 0, timers: 0 });
}

describe.concurrent('uses the best method that this machine permits', () => {
  test('raw sockets, with the capability', () => expectPings([], [], 'ICMP raw socket', 'icmp'));

  test('ping(8), if only that command has the capability', () =>
    expectPings(ordinary, [], isRoot ? 'ping command' : 'TCP connect', isRoot ? 'icmp' : 'tcp'));

  test('TCP, if nothing else is allowed', () => expectPings(powerless, [], 'TCP connect', 'tcp'));

  inLongSet(test)('ping(8), forced', () => expectPings([], ['command'], 'ping command', 'icmp'));

  inLongSet(test)('reports that no method works', async () => {
    const { bestMethods, outcomes } = await pingIn(lab, [{ host: fast.name }], ['none']);
    expect(bestMethods).toEqual({ ipv4: null, ipv6: null });
    expect(outcomes[0]?.failure).toBe('busy ping-unavailable');
  });
});

describe.concurrent('leaves nothing behind after a hundred cancelled pings', () => {
  const hosts = [silent.ipv4, slow.ipv4, far.ipv4, lossy.ipv6, silent.ipv6].map(String);
  const plans = ['2', '3', '4', '5', '6'].flatMap((count) =>
    ['2', '3', '4', '5'].map((interval) => ({ count, interval })),
  );
  const all = hosts.flatMap((host) => plans.map((plan) => ({ host, ...plan, abortAfterMs: 300 })));

  test.each(
    firstOf(1, [
      ['sockets', all, []],
      ['ping(8)', all.slice(0, 32), ['command']],
      ['TCP', all, ['tcp']],
    ] as const),
  )('by %s end at once and leave nothing open', async (_, jobs, methods) => {
    const { outcomes, held } = await pingIn(lab, jobs, methods);
    expect(outcomes.map(({ failure }) => failure)).toEqual(jobs.map(() => 'aborted'));
    expect(Math.max(...outcomes.map(({ afterAbortMs }) => afterAbortMs ?? Number.NaN))).toBeLessThan(1000);
    const [before, after, closed] = held;
    expect(after).toEqual(before);
    expect(closed).toMatchObject({ timers: 0, children: 0 });
    expect(closed?.sockets).toBeLessThanOrEqual(before?.sockets ?? 0);
  });
});

inLongSet(test)('uses datagram sockets once ping_group_range covers all groups', async () => {
  await lab.allowPingSockets();
  await expectPings(powerless, [], 'ICMP datagram socket', 'icmp');
});

test('runs at most twenty pings of one network at a time', async () => {
  const jobs = Array.from({ length: 25 }, (_, index) => ({
    host: silent.name,
    count: String(1 + (index % 5)),
    interval: String(1 + Math.floor(index / 5)),
    abortAfterMs: 500,
  }));
  const { outcomes } = await pingIn(lab, jobs);
  expect(outcomes.filter(({ failure }) => failure === 'busy crowded')).toHaveLength(5);
});
