import { startDeadZoneResolver, startMaliciousNameServer, startTlsLab } from '@sonde/lab';
import { describe, expect, onTestFinished, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import type { Net } from '../../net/net.ts';
import { createNodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { nameIn, namesOf, netFor, searchInLab, unlimited, withWords } from '../../testing/subdomain-world.ts';

const world = searchInLab();
const { labNet, search } = world;

/** A network that asks a malicious name server; the test ends both. */
async function netOf(behaviour: Parameters<typeof startMaliciousNameServer>[0]): Promise<Net> {
  const server = await startMaliciousNameServer(behaviour);
  const net = netFor(server.address);
  onTestFinished(async () => {
    net.close();
    await server.stop();
  });
  return net;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

inLongSet(test)(
  'finds exactly the 5,000 names of a zone among 100,000 candidates, each with its addresses',
  async () => {
    const found = await search('many.test', world.lab.many.candidates);
    expect(found.gaps).toEqual([]);
    expect(namesOf(found).sort()).toEqual([...world.lab.many.existing, 'ns1'].sort());
    expect(nameIn(found, `${world.lab.many.existing[20]}.many.test`)).toMatchObject({
      ipv4List: [],
      ipv6List: ['2001:db8::15'],
      resolves: true,
    });
    expect(nameIn(found, `${world.lab.many.existing[4]}.many.test`)).toMatchObject({
      ipv4List: ['192.0.2.5'],
      ipv6List: ['2001:db8::5'],
      sources: ['words'],
    });
    const withoutAddress = found.subdomains.filter(({ resolves }) => !resolves);
    expect(withoutAddress).toHaveLength(500);
  },
  30_000,
);

describe('wildcards', () => {
  test('a plain wildcard adds no false names and hides no real ones', async () => {
    const found = await search('wild.test');
    // A name that resolves to the same as the wildcard cannot be distinguished from it.
    expect(namesOf(found)).toEqual(['mail', 'ns1', 'shop', 'www']);
    expect(found.wildcards).toEqual(['wild.test']);
  });

  inLongSet(test)('a wildcard CNAME', async () => {
    const found = await search('alias.test');
    expect(namesOf(found)).toEqual(['front', 'ns1', 'www']);
  });

  inLongSet(test)('wildcards on some levels only', async () => {
    const found = await search('levels.test');
    expect(namesOf(found)).toEqual(['api', 'dev', 'www.dev', 'ns1', 'www']);
    expect(found.wildcards).toEqual(['api.levels.test', 'dev.levels.test']);
  });
});

describe('wildcards whose answers vary', () => {
  test.each(['wildcard-rotating', 'wildcard-hashed', 'wildcard-hashed-ipv6', 'wildcard-seldom'] as const)(
    '%s',
    async (behaviour) => {
      const net = await netOf(behaviour);
      const words = ['www', 'mail', ...world.lab.many.candidates.slice(0, 600)];
      const found = await search('wild.example', words, { ...net, connect: labNet().connect });
      // Its SOA record mentions ns1.
      expect(namesOf(found).filter((name) => name !== 'ns1')).toEqual(['mail', 'www']);
      expect(found.wildcards).toContain('wild.example');
    },
  );

  test('below a wildcard whose answers never repeat, guessed names are not listed', async () => {
    const net = await netOf('wildcard-endless');
    const found = await search('wild.example', ['www', 'shop'], { ...net, connect: labNet().connect });
    // Its SOA record mentions ns1.
    expect(namesOf(found)).toEqual(['ns1']);
  });
});

describe('sources', () => {
  test('a zone transfer, if the server allows it', async () => {
    const found = await search('open.test', []);
    expect(nameIn(found, 'zx81-transferred.open.test')).toMatchObject({
      sources: ['transfer'],
      ipv4List: ['192.0.2.71'],
    });
    expect(nameIn(found, 'b.deep.branch.open.test')).toBeDefined();
    expect(nameIn(found, 'gone.open.test')).toMatchObject({ resolves: false, ipv4List: [] });
    expect(found.gaps).toEqual([]);
  });

  inLongSet(test)('a refused zone transfer is not a gap', async () => {
    const found = await search('nsec3.test', []);
    expect(found.sources).toContainEqual({ source: 'transfer', state: 'done', found: 0 });
    expect(found.gaps).toEqual([]);
  });

  inLongSet(test)('an unreachable name server is a gap of the source', async () => {
    const found = await search('nsec3.test', [], world.net);
    expect(found.gaps).toContainEqual({ part: 'transfer', code: expect.stringMatching(/unreachable|timeout/) });
  });

  test('the NSEC chain of a signed zone; with NSEC3 there is none', async () => {
    const found = await search('nsec.test', []);
    expect(namesOf(found)).toEqual(expect.arrayContaining(['zx81-unguessable', 'quite-hidden', 'a.deep.branch']));
    expect(nameIn(found, 'quite-hidden.nsec.test')?.sources).toContain('nsec');
    expect(namesOf(await search('nsec3.test', []))).toEqual(['ns1']);
  });

  test('names in other records', async () => {
    const found = await search('said.test', ['www']);
    const unguessable = ['mx', 'spf', 'caa', 'dmarc', 'deep', 'sip', 'edge'].map((name) => `${name}-unguessable`);
    expect(namesOf(found).sort()).toEqual([...unguessable, 'ns1', 'www'].sort());
    expect(nameIn(found, 'deep-unguessable.said.test')?.sources).toEqual(['records']);
  });

  test('the names in the domain’s own certificate, including those that do not resolve', async () => {
    const tls = await startTlsLab();
    const { 'thousand-names': server } = await tls.serve(['thousand-names']);
    const found = await search('tls.test', [], labNet(server.port));
    expect(nameIn(found, 'n7.tls.test')).toMatchObject({ sources: ['certificate'], ipv4List: ['192.0.2.94'] });
    expect(nameIn(found, 'n8.tls.test')).toMatchObject({ sources: ['certificate'], resolves: false });
    expect(found.subdomains.length).toBeGreaterThan(1000);
    expect(found.gaps).toEqual([]);
    await tls.stop();
  }, 30_000);

  inLongSet(test)(
    'the certificate of a server that accepts only TLS 1.3',
    async () => {
      const tls = await startTlsLab();
      const server = await tls.start('openssl-tls13');
      const found = await search('tls.test', [], labNet(server.port));
      expect(nameIn(found, server.host)).toMatchObject({ sources: ['certificate'] });
      expect(found.gaps).toEqual([]);
      await tls.stop();
    },
    30_000,
  );

  inLongSet(test)('the built-in words, and variants of the names found', async () => {
    const found = await search('mixed.test');
    expect(namesOf(found)).toEqual(['dev', 'docs', 'intranet', 'ipv6', 'ns1', 'vpn', 'www']);
    expect(found.asked).toBeGreaterThan(5000);
  });
});

test('addresses that are not public are left out, but the name counts as resolving', async () => {
  const found = await search('mixed.test');
  expect(nameIn(found, 'intranet.mixed.test')).toMatchObject({ ipv4List: [], ipv6List: [], resolves: true });
  expect(nameIn(found, 'vpn.mixed.test')).toMatchObject({ ipv4List: ['192.0.2.92'], resolves: true });
  expect(nameIn(found, 'docs.mixed.test')).toMatchObject({ resolves: false });
  expect(JSON.stringify(found)).not.toContain('10.0.0.');
});

describe('failures', () => {
  const failureOf = (domain: string, net: Net) => search(domain, ['www'], net).catch((error: unknown) => error);

  test('a domain that does not exist', async () => {
    expect(await failureOf('nothing.many.test', world.net)).toMatchObject({ code: 'not-found', reason: 'nxdomain' });
  });

  test('a special-use domain', async () => {
    expect(await failureOf('printers.local', world.net)).toMatchObject({
      code: 'refused-target',
      reason: 'special-use',
    });
  });

  test.each(
    firstOf(1, [
      ['silent', 'timeout', 'timeout'],
      ['servfail', 'source-failed', 'servfail'],
      ['refused', 'source-failed', 'refused'],
    ] as const),
  )('a resolver that is %s', async (behaviour, code, reason) => {
    const net = await netOf(behaviour);
    expect(await failureOf('example.com', net)).toMatchObject({ code, reason });
  });
});

describe('name servers that do not answer', () => {
  inLongSet(test).each([
    ['TCP', 'tcp'],
    ['UDP', 'udp'],
  ] as const)(
    'one name of 6,000 is a gap, in the first search of a process, by %s',
    async (_, transport) => {
      // The domain exists, with nothing below it.
      const domain = `${world.lab.many.existing[8]}.many.test`;
      const words = world.lab.many.candidates.slice(0, 6000);
      const unanswered = `${words[3000]}.${domain}`;
      const resolver = await startDeadZoneResolver({
        upstream: world.lab.server,
        zones: [unanswered],
        behaviour: 'silent',
      });
      const net = netFor(resolver.address, { transports: [transport] });
      const found = await search(domain, words, { ...net, connect: labNet().connect });
      expect(found).toMatchObject({ subdomains: [], gaps: [{ part: 'words', code: 'source-failed' }], asked: 6000 });
      net.close();
      await resolver.stop();
    },
    40_000,
  );

  test('a search below dead name servers ends early, with a gap that names the zone, and delays no other search', async () => {
    const zones = ['dead1.test', 'dead2.test', 'dead3.test', 'dead4.test', 'dead5.test'];
    const resolver = await startDeadZoneResolver({ upstream: world.lab.server, zones, failAfterMs: 2500 });
    const { settings } = readNetSettings({ SONDE_RESOLVERS: resolver.address, SONDE_ALLOW_NETWORKS: '192.0.2.0/24' });
    if (settings === null) throw new Error('the settings are valid');
    // With the pacing of production, which accounts for most of the time of a search.
    const net = createNodeNet(settings);
    const below = (domain: string) => search(domain, world.lab.many.candidates, { ...net, connect: labNet().connect });
    const timed = async () => {
      const startedAtMs = performance.now();
      const { gaps } = await search('nsec3.test', world.lab.many.candidates.slice(0, 6000), {
        ...net,
        connect: labNet().connect,
      });
      expect(gaps).toEqual([]);
      return performance.now() - startedAtMs;
    };
    const aloneMs = [await timed(), await timed(), await timed()];
    let ended = 0;
    const dead = zones.map((zone) => below(zone).finally(() => (ended += 1)));
    const besideMs: number[] = [];
    while (ended === 0) besideMs.push(await timed());
    for (const [index, found] of (await Promise.all(dead)).entries()) {
      const zone = zones[index];
      // Records mention ns1, but no reply confirms that it exists.
      expect(namesOf(found)).toEqual([]);
      expect(found.gaps).toContainEqual({ part: `Names below ${zone}`, code: 'source-failed' });
      expect(found.gaps).toContainEqual({ part: 'words', code: 'source-failed' });
    }
    // On a busy machine, too; a search that is held up takes a minute.
    expect(median(besideMs)).toBeLessThan(median(aloneMs) + 20_000);
    expect(resolver.heard).toBeLessThan(5 * 300);
    net.close();
    await resolver.stop();
  }, 60_000);
});

test('names are reported as they are found, and a cancelled search stops', async () => {
  const stop = new AbortController();
  const parts: unknown[] = [];
  const running = measure(checkQuery('subdomain', { domain: 'many.test' }), {
    net: labNet(),
    data: withWords(world.lab.many.candidates.flatMap((word) => [word, `${word}-2`, `${word}-3`, `${word}-4`])),
    limits: unlimited,
    signal: stop.signal,
    report: (part) => {
      parts.push(part);
      if (JSON.stringify(part).includes('.many.test')) stop.abort(new Error('gone'));
    },
  });
  await expect(running).rejects.toThrow('gone');
  expect(JSON.stringify(parts.at(-1))).toContain('.many.test');
  const reported = parts.length;
  // Longer than the time between two reports.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(parts).toHaveLength(reported);
});
