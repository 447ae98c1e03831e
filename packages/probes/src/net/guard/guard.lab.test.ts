import {
  endlessNames,
  hostileSpellings,
  insideNames,
  mixedNames,
  type NetworkLab,
  networkAddresses,
  networkTargets,
  rebindingName,
  startNetworkLab,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Attack, AttackResult } from '../../testing/attack-network-layer.ts';
import { runAttacks } from '../../testing/run-attacks.ts';

const { fast, far, v6only } = networkTargets;
const { client, gateway } = networkAddresses;
const ways = ['resolve', 'connect'] as const;

let lab: NetworkLab;
beforeAll(async () => {
  lab = await startNetworkLab();
});
afterAll(() => lab?.stop());

const attack = (attacks: readonly Attack[], env: Readonly<Record<string, string>> = {}) =>
  runAttacks(lab, attacks, { withinMs: 12_000, env });

const byBothWays = (hosts: readonly string[]): Attack[] => hosts.flatMap((host) => ways.map((way) => ({ way, host })));

function others(results: readonly AttackResult[], expected: readonly string[]): readonly AttackResult[] {
  return results.filter(({ said }) => !expected.includes(said));
}

/** What the firewall counted and what every listener inside received. */
async function reachedInside() {
  const packets = Object.entries(await lab.forbiddenPackets()).filter(([, count]) => count > 0);
  const hits = (await lab.hits()).filter(({ host }) => ['forbidden', 'client', 'gateway'].includes(host));
  return { packets, hits };
}

const nothing = { packets: [], hits: [] };

describe('no packet reaches the local network', () => {
  test('by any spelling of its address or name', async () => {
    const spellings = Object.values(hostileSpellings).flat();
    const results = await attack(byBothWays(spellings));
    expect(others(results, ['special-use', 'no-address'])).toEqual([]);
    expect(await reachedInside()).toEqual(nothing);
  });

  test('by a name with some or only local addresses', async () => {
    const results = await attack(byBothWays([...insideNames, ...endlessNames, ...mixedNames]));
    const of = (names: readonly string[]) => results.filter(({ attack: { host } }) => names.includes(host));
    expect(others(of(insideNames), ['special-use'])).toEqual([]);
    expect(others(of(endlessNames), ['cname-loop', 'nxdomain', 'no-address', 'servfail', 'special-use'])).toEqual([]);
    const fasts = [fast.ipv4, fast.ipv6].map((address) => `to ${address}`);
    expect(others(of(mixedNames), [...fasts, `to ${fast.ipv4} ${fast.ipv6}`])).toEqual([]);
    expect(await reachedInside()).toEqual(nothing);
  });

  test('by a name that changes between the check and the connection', async () => {
    const pairs = [
      [`${fast.ipv4}`, '10.0.0.5'],
      ['169.254.169.254', `${fast.ipv4}`],
      [fast.ipv6, 'fd00::5'],
      ['::1', fast.ipv6],
      [`${fast.ipv4}`, '127.0.0.1', fast.ipv6, '::ffff:10.0.0.5'],
      [`${fast.ipv4}`, client.ipv4, fast.ipv6, client.ipv6],
    ];
    const names = pairs.map((addresses) => rebindingName(addresses));
    const rounds = Array.from({ length: 6 }, () => byBothWays(names)).flat();
    const results = await attack(rounds);
    const allowed = [fast.ipv4, fast.ipv6, `${fast.ipv4} ${fast.ipv6}`].map((where) => `to ${where}`);
    expect(others(results, ['special-use', 'no-address', ...allowed])).toEqual([]);
    for (const name of names) {
      const said = results.filter(({ attack: { host } }) => host === name).map((one) => one.said);
      // Both servers must have appeared, or the change between them was not tested.
      expect(said.some((one) => allowed.includes(one))).toBe(true);
    }
    expect(results.some(({ said }) => said === 'special-use')).toBe(true);
    expect(await reachedInside()).toEqual(nothing);
  });

  test('by a URL', async () => {
    const hosts = [...Object.values(hostileSpellings).flat(), ...insideNames];
    const results = await attack(hosts.map((host) => ({ way: 'fetch', host })));
    // The URL standard removes tabs and line breaks from a URL, which leaves another name.
    const refusals = ['special-use', 'no-address', 'invalid-response', 'not-allowed-port', 'nxdomain'];
    expect(others(results, refusals)).toEqual([]);
    expect(results.filter(({ said }) => said === 'special-use').length).toBeGreaterThan(20);
    expect(await reachedInside()).toEqual(nothing);
  });

  test('and no question about it reaches the resolver', async () => {
    const before = await lab.sentQueries();
    const names = hostileSpellings['a local name'].filter((name) => name.includes('.'));
    const results = await attack(names.map((host) => ({ way: 'ask', host })));
    expect(others(results, ['special-use'])).toEqual([]);
    expect(await lab.sentQueries()).toBe(before);
  });
});

describe('a target that the operator denies', () => {
  const denied = { SONDE_DENY_TARGETS: `${gateway.ipv4}/32,${far.name},fast.other.test,${v6only.ipv6}` };

  test('is refused by name, by address, and behind an alias', async () => {
    const hosts = [gateway.ipv4, far.name, `a.${far.name}`, 'chain-public.lab.test', v6only.name, v6only.ipv6];
    expect(others(await attack(byBothWays(hosts), denied), ['denied'])).toEqual([]);
    expect(await reachedInside()).toEqual(nothing);
  });

  test('would be reached without the denial', async () => {
    const results = await attack([{ way: 'connect', host: 'chain-public.lab.test' }]);
    expect(results[0]?.said).toMatch(/^to (45\.90\.10\.2|2a0e:97c0:a::2)$/);
  });
});

test('a port that does not belong to the service is refused for any host', async () => {
  const ports = [0, -1, 1, 22, 53, 80, 3306, 6379, 8080, 65_535, 65_536, 443.5];
  const attacks = ports.map((port): Attack => ({ way: 'connect', host: fast.name, port }));
  expect(others(await attack(attacks), ['not-allowed-port'])).toEqual([]);
  const allowed = await attack([{ way: 'connect', host: `${fast.ipv4}`, port: 80 }], { SONDE_ALLOW_PORTS: '80' });
  expect(allowed[0]?.said).toBe(`to ${fast.ipv4}`);
  const fastPorts = (await lab.hits()).filter(({ host }) => host === 'fast').map(({ port }) => port);
  expect(fastPorts.filter((port) => port !== 443)).toEqual([80]);
});

test('allowed targets reach the local network, and their packets are counted', async () => {
  const results = await attack([{ way: 'connect', host: 'private.lab.test' }], { SONDE_ALLOW_NETWORKS: '10.0.0.0/8' });
  expect(results[0]?.said).toBe('to 10.0.0.5');
  const { packets, hits } = await reachedInside();
  expect(packets).toEqual([['10.0.0.0/8', expect.any(Number)]]);
  expect(hits).toEqual([expect.objectContaining({ host: 'forbidden', address: '10.0.0.5', port: 443 })]);
});
