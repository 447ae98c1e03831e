import {
  hostileSpellings,
  insideNames,
  mixedNames,
  type NetworkLab,
  networkAddresses,
  networkTargets,
  rebindingName,
  serveRedirects,
  startNetworkLab,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import type { Attack, AttackResult } from '../../testing/attack-network-layer.ts';
import { runAttacks } from '../../testing/run-attacks.ts';

const { fast } = networkTargets;
const { client } = networkAddresses;

let lab: NetworkLab;
beforeAll(async () => {
  lab = await startNetworkLab({ hostPorts: [443, 8080] });
  await serveRedirects(lab);
});
afterAll(() => lab?.stop());

/** Checks pages that redirect to these locations, from the client's network. */
async function follow(locations: readonly string[]): Promise<readonly AttackResult[]> {
  const attacks = locations.map((location): Attack => {
    return { way: 'web', host: `http://${fast.name}/to?${encodeURIComponent(location)}` };
  });
  const results = await runAttacks(lab, attacks, { withinMs: 20_000 });
  return results.map((result) => ({ ...result, said: result.said.replace(/^to /, '') }));
}

/** What the firewall counted, what every listener inside received, and ports that are not those of the web. */
async function reached() {
  const packets = Object.entries(await lab.forbiddenPackets()).filter(([, count]) => count > 0);
  const hits = await lab.hits();
  return {
    packets,
    inside: hits.filter(({ host }) => ['forbidden', 'client', 'gateway'].includes(host)),
    otherPorts: hits.filter(({ host, port }) => host === 'fast' && port !== 443),
  };
}

/** The short set has one of each trick; `guard.lab.test.ts` has all spellings. */
const some = (spellings: readonly string[]) => spellings.filter((_, index) => isLong || index % 6 === 0);

const nothing = { packets: [], inside: [], otherPorts: [] };
const endsOf = (results: readonly AttackResult[]) => [...new Set(results.map(({ said }) => said))].sort();

describe('a location that leads', () => {
  inLongSet(test)('to another scheme, or nowhere, is no web address', async () => {
    const results = await follow([
      ...['file:///etc/passwd', 'data:text/html,x', 'javascript:alert(1)', 'gopher://10.0.0.5:6379/_INFO'],
      ...['ftp://10.0.0.5/', 'ws://10.0.0.5/', 'dict://10.0.0.5:11211/stats', 'http://', 'https://[', 'http://a b/'],
      ...['http://10.0.0.5:99999/', 'blob:http://10.0.0.5/x', 'view-source:http://10.0.0.5/', 'about:blank'],
    ]);
    expect(endsOf(results)).toEqual(['bad-location null']);
    expect(await reached()).toEqual(nothing);
  });

  inLongSet(test)('to another port is refused', async () => {
    const ports = [1, 21, 22, 25, 53, 81, 444, 6379, 8080, 8443, 65_535];
    const hosts = [fast.name, `${fast.ipv4}`, `[${fast.ipv6}]`, '10.0.0.5', '127.0.0.1'];
    const results = await follow(hosts.flatMap((host) => ports.map((port) => `http://${host}:${port}/`)));
    expect(endsOf(results)).toEqual(['refused-location not-allowed-port']);
    expect(await reached()).toEqual(nothing);
  });

  test('inside, in any spelling, is refused', async () => {
    const results = await follow([
      ...['http://169.254.169.254/latest/meta-data/', 'https://169.254.169.254/', 'http://[::ffff:169.254.169.254]/'],
      ...[
        'http://127.0.0.1/',
        '//127.0.0.1/',
        'https:10.0.0.5',
        '\\\\10.0.0.5\\x',
        'http:\\\\10.0.0.5\\',
        '/\\10.0.0.5',
      ],
      ...['http://user:secret@10.0.0.5/', `http://${fast.name}@10.0.0.5/`, `http://10.0.0.5#@${fast.name}/`],
      ...[`http://${client.ipv4}/`, `http://[${client.ipv6}]/`, 'http://localhost/'],
      ...[
        'http://１２７.0.0.1/',
        'http://127。0。0。1/',
        'http://%31%32%37.0.0.1/',
        'http://0x7f.1/',
        'http://2130706433/',
      ],
      ...some(insideNames).map((name) => `http://${name}/`),
      ...some(hostileSpellings['an address of a refused range']).map((address) =>
        address.includes(':') ? `http://[${address}]/` : `https://${address}/`,
      ),
      ...some(hostileSpellings['a form of IPv6']).map((address) => `http://[${address.replace(/^\[|\].*$/g, '')}]/`),
      ...some(hostileSpellings['an old spelling of IPv4']).map((address) => `http://${address}/`),
    ]);
    const ends = endsOf(results);
    expect(ends).toContain('refused-location special-use');
    expect(results.filter(({ said }) => said === 'refused-location special-use').length).toBeGreaterThan(
      isLong ? 80 : 20,
    );
    expect(results.filter(({ said }) => !/^(?:refused-location|bad-location|failed) /.test(said))).toEqual([]);
    expect(await reached()).toEqual(nothing);
  });

  test('to a name that changes, or has addresses of both kinds, leads to public ones only', async () => {
    const pairs = [
      [`${fast.ipv4}`, '10.0.0.5'],
      ['169.254.169.254', `${fast.ipv4}`],
      [fast.ipv6, 'fd00::5'],
      [`${fast.ipv4}`, '127.0.0.1', fast.ipv6, '::ffff:10.0.0.5'],
    ];
    const names = Array.from({ length: 5 }, () => pairs.map((addresses) => rebindingName(addresses))).flat();
    const results = await follow([...names, ...mixedNames].map((name) => `http://${name}/x`));
    expect(results.some(({ said }) => said === 'refused-location special-use')).toBe(true);
    expect(results.some(({ said }) => said.startsWith('answered'))).toBe(true);
    expect(await reached()).toEqual(nothing);
  });

  inLongSet(test)('back to where it was, or on without end, ends there', async () => {
    const results = await follow([
      `http://${fast.name}/loop`,
      '/loop',
      `http://${fast.name}/hops/12`,
      '/hops/9',
      '/hops/8',
    ]);
    expect(results.map(({ said }) => said)).toEqual(
      expect.arrayContaining(['loop null', 'loop null', 'too-many null', 'too-many null', 'answered null']),
    );
  });
});
