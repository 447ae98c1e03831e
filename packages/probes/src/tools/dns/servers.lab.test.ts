import { ToolError } from '@sonde/contract';
import {
  type DnsLab,
  type DohBehaviourName,
  type DotBehaviourName,
  dohBehaviours,
  dotBehaviours,
  type EncryptedResolver,
  encryptedSoftware,
  startDnsLab,
  startEncryptedResolver,
  startHostileDoh,
  startHostileDot,
  startMaliciousNameServer,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { createTargetLimits } from '../../limits/target-limits.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { parseResolver } from '../../net/resolver-address.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

let lab: DnsLab;
let encrypted: EncryptedResolver;
/** Loopback is allowed, and the authority of the lab is trusted. */
let net: NodeNet;

beforeAll(async () => {
  [lab, encrypted] = await Promise.all([startDnsLab(), startEncryptedResolver()]);
  net = netWith();
}, 60_000);
afterAll(async () => {
  net?.close();
  await Promise.all([lab?.stop(), encrypted?.stop()]);
});

function netWith({ trusted = true, allowed = true, authority = encrypted.authority } = {}): NodeNet {
  const resolver = parseResolver(lab.resolver);
  if (resolver === null) throw new Error(lab.resolver);
  return createNodeNet({
    resolvers: [resolver],
    allowNetworks: allowed ? ['127.0.0.0/8'] : [],
    denyTargets: [],
    allowPorts: allowed ? [{ from: 1024, to: 65_535 }] : [],
    trustAnchors: trusted ? [authority] : [],
  });
}

type Query = Readonly<Record<string, string | readonly string[]>>;

const lookUp = (
  query: Query,
  through = net,
  limits = createTargetLimits({ zoneBudget: null, tlsBudget: null, serverBudget: null, webBudget: null }),
) => measure(checkQuery('dns', query), { net: through, data: noData, limits, signal: AbortSignal.timeout(30_000) });

const failureOf = (query: Query, through = net): Promise<ToolError> =>
  lookUp(query, through).then(
    (answer) => expect.fail(`it answered ${JSON.stringify(answer.records)}`),
    (error) => (error instanceof ToolError ? error : expect.fail(String(error))),
  );

const addressesIn = ({ records }: Awaited<ReturnType<typeof lookUp>>) =>
  records.find(({ recordName }) => recordName === 'A')?.data.map(([, address]) => address);

describe('types', () => {
  test('only those in the query are asked for, and the answer does not mention others', async () => {
    const { records, types, findings = [] } = await lookUp({ domain: 'plain.test', type: ['MX', 'a'] });
    expect(types).toEqual(['A', 'MX']);
    expect(records.map(({ recordName }) => recordName)).toEqual(expect.arrayContaining(['A', 'MX']));
    expect(records.map(({ recordName }) => recordName)).not.toContain('NS');
    expect(findings.map(({ code }) => code)).not.toContain('spf-missing');
    expect(findings.map(({ code }) => code)).not.toContain('caa-missing');
  });

  inLongSet(test)('by number, and those not asked for by default', async () => {
    const { records } = await lookUp({ domain: 'all.test', type: 'TYPE28,CSYNC' });
    expect(records.map(({ recordName }) => recordName)).toEqual(expect.arrayContaining(['AAAA', 'CSYNC']));
  });

  test('fail with no data if there are no such records', async () => {
    expect(await failureOf({ domain: 'plain.test', type: 'DNAME' })).toMatchObject({ reason: 'nodata' });
  });
});

describe('a server named in the query', () => {
  test('BIND is authoritative, offers no recursion, and sends a cookie', async () => {
    const answer = await lookUp({ domain: 'all.test', server: lab.authority });
    expect(answer).toMatchObject({ resolver: lab.authority, authenticated: false, gaps: [] });
    expect(answer.server).toMatchObject({ name: lab.authority, transport: 'dns', authoritative: true });
    expect(answer.server?.recursionAvailable).toBe(false);
    expect(answer.server?.cookie).toMatch(/^[\dA-F]{16,64}$/);
    expect(answer.findings?.map(({ code }) => code)).not.toContain('dnssec-not-validated');
    const own = await lookUp({ domain: 'all.test' });
    expect(answer.records.map(({ recordName }) => recordName)).toEqual(own.records.map(({ recordName }) => recordName));
  });

  test('Unbound is not authoritative, and offers recursion', async () => {
    const { server, authenticated } = await lookUp({ domain: 'all.test', type: 'A', server: lab.resolver });
    expect(server).toMatchObject({ authoritative: false, recursionAvailable: true });
    expect(authenticated).toBe(true);
  });

  test('refusals and referrals are not taken for missing records', async () => {
    const reasonFor = async (domain: string) => (await failureOf({ domain, type: 'A', server: lab.authority })).reason;
    expect(await reasonFor('www.refused.test')).toBe('refused');
    expect(await reasonFor('www.lame.test')).toBe('referral');
  });

  test('a server name without an address is not taken for a missing name', async () => {
    for (const server of ['nope.edge.test', 'tls://nodata.edge.test']) {
      const failure = await failureOf({ domain: 'all.test', type: 'A', server });
      expect(failure).toMatchObject({ code: 'invalid-input', field: 'server' });
    }
  });

  test('a silent server fails in time, although many types are asked for', async () => {
    const silent = await startMaliciousNameServer('silent');
    const startedAtMs = performance.now();
    try {
      expect(await failureOf({ domain: 'example.com', server: silent.address })).toMatchObject({ reason: 'timeout' });
    } finally {
      await silent.stop();
    }
    expect(performance.now() - startedAtMs).toBeLessThan(9000);
    // Out of some forty questions, each sent twice.
    expect(silent.heard.length).toBeLessThanOrEqual(40);
  });
});

describe('the guard', () => {
  test.each([
    ['127.0.0.1', 'special-use'],
    ['169.254.169.254', 'special-use'],
    ['tls://10.0.0.1', 'special-use'],
    ['https://[::1]/dns-query', 'special-use'],
    ['router.local', 'special-use'],
    ['192.0.9.1:8053', 'not-allowed-port'],
    ['tls://192.0.9.1:53', 'not-allowed-port'],
    ['https://192.0.9.1:8443/dns-query', 'not-allowed-port'],
  ])('server=%s is refused without a packet: %s', async (server, reason) => {
    const strict = netWith({ allowed: false });
    try {
      expect(await failureOf({ domain: 'example.com', type: 'A', server }, strict)).toMatchObject({
        code: 'refused-target',
        reason,
      });
    } finally {
      strict.close();
    }
  });

  test('a local name is not sent to a server either', async () => {
    const heard = await startMaliciousNameServer('answer');
    try {
      const failure = await failureOf({ domain: 'printer.local', server: heard.address });
      expect(failure).toMatchObject({ reason: 'special-use' });
      expect(heard.heard).toHaveLength(0);
    } finally {
      await heard.stop();
    }
  });

  test('the questions of all visitors to one server are limited', async () => {
    const limits = createTargetLimits({
      zoneBudget: null,
      tlsBudget: null,
      serverBudget: { units: 50, windowMs: 60_000 },
      webBudget: null,
    });
    const query = { domain: 'all.test', server: lab.authority };
    await lookUp(query, net, limits);
    await expect(lookUp(query, net, limits)).rejects.toMatchObject({ code: 'rate-limited' });
    await expect(lookUp({ ...query, type: 'A' }, net, limits)).resolves.toBeDefined();
  });
});

describe.each(firstOf(1, encryptedSoftware))('encrypted, by %s', (software) => {
  let server: EncryptedResolver;
  let trusting: NodeNet;
  beforeAll(async () => {
    server = await startEncryptedResolver(software);
    trusting = netWith({ authority: server.authority });
  }, 60_000);
  afterAll(async () => {
    trusting?.close();
    await server?.stop();
  });

  test.each(['tls', 'https'] as const)('over %s: every type, and 40 kB of text', async (transport) => {
    const name =
      transport === 'tls' ? `tls://127.0.0.1:${server.tlsPort}` : `https://127.0.0.1:${server.httpsPort}/dns-query`;
    const answer = await lookUp({ domain: 'shop.test', server: name }, trusting);
    expect(addressesIn(answer)).toEqual(['192.0.2.80']);
    expect(answer).toMatchObject({ gaps: [], server: { name, transport, nsid: 'dns-lab' } });
    const { records } = await lookUp({ domain: 'many.shop.test', type: 'TXT', server: name }, trusting);
    expect(records[0]?.data).toHaveLength(300);
  });
});

describe('encrypted', () => {
  test.each(['tls', 'https'] as const)('by %s, fails for a certificate of an unknown authority', async (transport) => {
    const strict = netWith({ trusted: false });
    const port = transport === 'tls' ? encrypted.tlsPort : encrypted.httpsPort;
    try {
      const failure = await failureOf(
        { domain: 'shop.test', type: 'A', server: `${transport}://127.0.0.1:${port}` },
        strict,
      );
      expect(failure).toMatchObject({ code: 'protocol', reason: 'bad-certificate' });
    } finally {
      strict.close();
    }
  });

  test('fails for a server that does not speak TLS', async () => {
    const failure = await failureOf({
      domain: 'shop.test',
      type: 'A',
      server: `tls://127.0.0.1:${encrypted.plainPort}`,
    });
    expect(failure.reason).toMatch(/^(timeout|reset|invalid-response)$/);
  });

  inLongSet(test)('fails for a path that the server does not have', async () => {
    const server = `https://127.0.0.1:${encrypted.httpsPort}/elsewhere`;
    expect(await failureOf({ domain: 'shop.test', type: 'A', server })).toMatchObject({ reason: 'invalid-response' });
  });
});

const expected: Readonly<Record<DohBehaviourName, string>> = {
  redirect: 'invalid-response',
  endless: 'too-large',
  'wrong-type': 'invalid-response',
  'server-error': 'invalid-response',
  'no-message': 'invalid-response',
  slow: 'timeout',
  silent: 'timeout',
  reset: 'invalid-response',
  'no-http2': 'invalid-response',
};

describe('hostile DNS over HTTPS', () => {
  test.each(isLong ? dohBehaviours : (['redirect', 'endless', 'slow'] as const))('%s', async (behaviour) => {
    const hostile = await startHostileDoh(behaviour, encrypted.files);
    const startedAtMs = performance.now();
    try {
      const failure = await failureOf({
        domain: 'shop.test',
        type: 'A',
        server: `https://127.0.0.1:${hostile.port}/q`,
      });
      expect(failure.reason).toBe(expected[behaviour]);
      expect(performance.now() - startedAtMs).toBeLessThan(9000);
      expect(hostile.sentBytes()).toBeLessThan(2_000_000);
    } finally {
      await hostile.stop();
    }
  });
});

const expectedByTls: Readonly<Record<DotBehaviourName, string>> = {
  silent: 'timeout',
  'wrong-id': 'invalid-response',
  'another-question': 'invalid-response',
  slow: 'timeout',
  endless: 'invalid-response',
  empty: 'invalid-response',
  'cut-short': 'reset',
  'no-message': 'invalid-response',
  http: 'reset',
  ends: 'reset',
};

describe('hostile DNS over TLS', () => {
  test.each(isLong ? dotBehaviours : (['another-question', 'endless', 'slow'] as const))('%s', async (behaviour) => {
    const hostile = await startHostileDot(behaviour, encrypted.files);
    const startedAtMs = performance.now();
    try {
      const failure = await failureOf({ domain: 'shop.test', type: 'A', server: `tls://127.0.0.1:${hostile.port}` });
      expect(failure.reason).toBe(expectedByTls[behaviour]);
      expect(performance.now() - startedAtMs).toBeLessThan(9000);
      // What the buffers of two sockets hold; the first octets are enough to end the connection.
      expect(hostile.sentBytes()).toBeLessThan(8_000_000);
      await vi.waitFor(() => expect(hostile.openConnections()).toBe(0));
    } finally {
      await hostile.stop();
    }
  });
});
