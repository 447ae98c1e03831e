import { ToolError } from '@sonde/contract';
import { startMaliciousTlsServer, startRobotServer, type TlsLab, type TlsServer } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { budgetLimits } from '../../engines/tls/connection/budget.ts';
import { defaultLimitSettings } from '../../limits/settings.ts';
import { createTargetLimits } from '../../limits/target-limits.ts';
import type { NodeNet } from '../../net/node-net.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { openSslChecks, type ProgressPart, type SslChecks } from '../../testing/ssl-checks.ts';
import { createSslProbe } from './probe.ts';

/** Servers that are started in parallel. */
const current = ['nginx-modern', 'openssl-tls13', 'openssl-no-tickets', 'openssl-alpn', 'nginx-legacy'] as const;
const old = ['old-1.0.1e-heartbleed', 'old-1.0.1e-ccs', 'old-1.0.1l', 'old-1.0.1e-export', 'openssl-dh-1024'] as const;

let checks: SslChecks;
let lab: TlsLab;
let net: NodeNet;

beforeAll(async () => {
  checks = await openSslChecks();
  ({ lab, net } = checks);
  await Promise.all([...current, ...old].map(lab.start));
});
afterAll(() => checks?.stop());

const check = async (domain: string, parts: ProgressPart[] = []) => {
  // All servers of the lab share one address.
  const limits = createTargetLimits(defaultLimitSettings);
  const context = { net, data: noData, limits, signal: AbortSignal.timeout(30_000) };
  return measure(checkQuery('ssl', { domain }), { ...context, report: (part) => parts.push(part as ProgressPart) });
};

const checkServer = ({ host, port }: TlsServer, parts: ProgressPart[] = []) => check(`${host}:${port}`, parts);

const failureOf = (domain: string): Promise<ToolError> =>
  check(domain).then(
    (answer) => expect.fail(`it answered ${JSON.stringify(answer.enabledProtocols)}`),
    (error) => (error instanceof ToolError ? error : expect.fail(String(error))),
  );

describe('a well-configured site', () => {
  test('R3.11 has every field of the result, the certificate first', async () => {
    const parts: ProgressPart[] = [];
    const answer = await checkServer((await lab.serve(['ecdsa'])).ecdsa, parts);
    expect(parts.map(({ stage }) => stage)).toContain('suites');
    expect(parts[0]?.stage).toBe('certificate');
    expect(answer).toMatchObject({
      valid: true,
      reasons: [],
      version: 3,
      key: { type: 'EC', bits: 256, curve: 'P-256' },
      protocol: 'TLSv1.2',
      clientAuth: 'none',
      partial: false,
      partialReason: null,
      vulnerabilities: [],
      gaps: [],
      securityInfo: { hasKnownVulnerabilities: false, perfectForwardSecrecy: true, eccbased: true },
    });
    expect(answer.cipherSuite).toMatch(/^TLS_ECDHE_ECDSA_WITH_/);
    expect(answer.builtChain.map(({ origin }) => origin)).toEqual(['server', 'server', 'anchor']);
    // One for each of the five groups, which are asked for beside its 24 suites.
    expect(answer.connections).toBeLessThanOrEqual(46);
    expect(Date.parse(answer.lastAccessedTime ?? '')).toBeGreaterThanOrEqual(Date.parse(answer.creationTime ?? ''));
  });

  inLongSet(test)(
    'a current site: two versions, nine suites, no weakness, in some twenty-four connections',
    async () => {
      const parts: ProgressPart[] = [];
      const answer = await checkServer(await lab.start('nginx-modern'), parts);
      // It has two certificates: the one shown in the end is the one a current client gets.
      const { key, reasons } = answer;
      expect(key?.type).toBe('EC');
      expect(parts.findLast(({ stage }) => stage === 'certificate')).toMatchObject({ key, reasons });
      expect(answer).toMatchObject({
        protocol: 'TLSv1.3',
        sessionId: null,
        enabledProtocols: ['TLSv1.3', 'TLSv1.2'],
        notes: [],
        gaps: [],
        securityInfo: { tls13Supported: true, hasKnownVulnerabilities: false, perfectForwardSecrecy: true },
      });
      expect(answer.ciphersByProtocol['TLSv1.2']).toHaveLength(6);
      expect(answer.ciphersByProtocol['TLSv1.3']).toHaveLength(3);
      expect(answer.connections).toBeLessThanOrEqual(26);
    },
  );

  inLongSet(test)('TLS 1.3 only: chain and names are read although they are encrypted', async () => {
    const answer = await checkServer(await lab.start('openssl-tls13'));
    expect(answer).toMatchObject({ valid: true, enabledProtocols: ['TLSv1.3'], protocol: 'TLSv1.3' });
    expect(answer.certificateChain).toHaveLength(2);
  });

  test.each((['openssl-tls13-x448', 'openssl-tls13-ccm', 'gnutls-tls13-secp521r1'] as const).slice(0, isLong ? 3 : 1))(
    '%s: the certificate is read in what the server insists on',
    async (name) => {
      const answer = await checkServer(await lab.start(name));
      expect(answer).toMatchObject({ valid: true, enabledProtocols: ['TLSv1.3'], gaps: [] });
    },
  );

  inLongSet(test)('a certificate that cannot be read is a gap, not a missing certificate', async () => {
    const answer = await checkServer(await lab.start('openssl-tls13-ffdhe'));
    expect(answer).toMatchObject({ groups: ['ffdhe2048'], gaps: [{ part: 'certificate' }], subject: null });
    expect(answer.observations.map(({ evidence }) => evidence)).toEqual([
      'The certificate of the server could not be read.',
    ]);
  });

  inLongSet(test)('the session id of TLS 1.2', async () => {
    const answer = await checkServer(await lab.start('openssl-no-tickets'));
    expect(answer.sessionId).toMatch(/^[0-9A-F]{64}$/);
  });

  inLongSet(test)('the selected application protocol', async () => {
    expect((await checkServer(await lab.start('openssl-alpn'))).alpn).toBe('h2');
  });
});

test.each(
  firstOf(1, [
    ['openssl-needs-client-certificate', 'required'],
    // It completes the handshake and refuses the page.
    ['nginx-needs-client-certificate', 'requested'],
    ...(isLong
      ? ([
          ['openssl-modern', 'none'],
          ['openssl-wants-client-certificate', 'requested'],
          ['openssl-needs-client-certificate-tls12', 'required'],
        ] as const)
      : []),
  ] as const),
)('a certificate of the client: %s, %s', async (name, expected) => {
  expect((await checkServer(await lab.start(name))).clientAuth).toBe(expected);
});

describe('an old server', () => {
  test('Heartbleed and CCS injection in OpenSSL 1.0.1e, beside its other weaknesses', async () => {
    const answer = await checkServer(await lab.start('old-1.0.1e-heartbleed'));
    expect(answer.vulnerabilities).toEqual(['HEARTBLEED', 'CCS', 'DROWN', 'POODLE', 'FREAK', 'RC4', 'SWEET32']);
    expect(answer.securityInfo).toMatchObject({ hasKnownVulnerabilities: true, perfectForwardSecrecy: false });
    expect(answer.observations.map(({ name }) => name)).toEqual(expect.arrayContaining([...answer.vulnerabilities]));
    expect(answer.notes.map(({ name }) => name)).toEqual(['BEAST', 'LUCKY13']);
  });

  inLongSet(test)('CCS injection without Heartbleed; neither in patched servers', async () => {
    const [injected, patched] = await Promise.all([lab.start('old-1.0.1e-ccs'), lab.start('old-1.0.1l')]);
    expect((await checkServer(injected)).vulnerabilities).toEqual(expect.arrayContaining(['CCS']));
    const { vulnerabilities } = await checkServer(patched);
    expect(vulnerabilities).not.toEqual(expect.arrayContaining(['CCS']));
    expect(vulnerabilities).not.toEqual(expect.arrayContaining(['HEARTBLEED']));
  });

  inLongSet(test)('export suites: FREAK', async () => {
    const { vulnerabilities } = await checkServer(await lab.start('old-1.0.1e-export'));
    expect(vulnerabilities).toEqual(expect.arrayContaining(['FREAK', 'DROWN', 'SWEET32', 'RC4']));
  });

  inLongSet(test)('a Diffie-Hellman key of 1024 bits: LOGJAM; of 2048 bits: not', async () => {
    const small = await checkServer(await lab.start('openssl-dh-1024'));
    expect(small).toMatchObject({ minDhBits: 1024, vulnerabilities: ['LOGJAM'] });
    const large = await checkServer(await lab.start('openssl-dh-2048'));
    expect(large).toMatchObject({ minDhBits: 2048, vulnerabilities: [] });
  });

  inLongSet(test)('anonymous suites, and suites without encryption', async () => {
    const anonymous = await checkServer(await lab.start('openssl-anonymous'));
    expect(anonymous.vulnerabilities).toContain('ANON');
    expect(anonymous).toMatchObject({ valid: false, reasons: ['no_certificate'], subject: null });
    expect((await checkServer(await lab.start('openssl-null'))).vulnerabilities).toContain('NULL');
  });
});

inLongSet(test)('ROBOT: in the answer and its last part, without a request', async () => {
  const server = await startRobotServer('reveals-prefix', await lab.certificates.make('rsa'));
  const plain = checkQuery('ssl', { domain: `127.0.0.1:${server.port}` });
  const parts: ProgressPart[] = [];
  const context = {
    net,
    data: noData,
    signal: AbortSignal.timeout(30_000),
    report: (part: unknown) => parts.push(part as ProgressPart),
  };
  const answer = await measure(plain, context);
  expect(answer).toMatchObject({
    vulnerabilities: ['ROBOT', 'INSECURE_RENEGOTIATION'],
    gaps: [],
    securityInfo: { hasKnownVulnerabilities: true },
  });
  expect(answer.observations.find(({ name }) => name === 'ROBOT')?.evidence).toBe(
    'The server reacts differently to differently padded secrets (a strong oracle): bad_record_mac for valid padding, a misplaced zero octet, no zero octet, a wrong version; decrypt_error for a wrong prefix.',
  );
  expect(parts.findLast(({ stage }) => stage === 'observations')).toMatchObject({
    vulnerabilities: ['ROBOT', 'INSECURE_RENEGOTIATION'],
  });
  await server.stop();
});

describe('failures', () => {
  test.each(
    firstOf(2, [
      ['http', 'protocol', 'not-tls'],
      ['refuses', 'protocol', 'handshake-failed'],
      ['endless', 'protocol', 'too-large'],
      ['resets-at-hello', 'unreachable', 'reset'],
    ] as const),
  )('%s: %s, %s', async (behaviour, code, reason) => {
    const server = await startMaliciousTlsServer(behaviour);
    expect(await failureOf(`127.0.0.1:${server.port}`)).toMatchObject({ code, reason });
    await server.stop();
  });

  inLongSet(test)('a name that the server does not serve', async () => {
    const { host, port } = await lab.start('nginx-rejects-handshake');
    expect(await failureOf(`${host}:${port}`)).toMatchObject({ code: 'protocol', reason: 'unrecognized-name' });
  });

  inLongSet(test)('a closed port', async () => {
    const server = await startMaliciousTlsServer('silent');
    await server.stop();
    expect(await failureOf(`127.0.0.1:${server.port}`)).toMatchObject({
      code: 'unreachable',
      reason: 'connection-refused',
    });
  });
});

inLongSet(test)('names what was left out because of a limit', async () => {
  const { host, port } = await lab.start('nginx-legacy');
  const probe = createSslProbe({ limits: { ...budgetLimits, connections: 12 } });
  const context = {
    net,
    data: noData,
    limits: createTargetLimits(defaultLimitSettings),
    signal: AbortSignal.timeout(30_000),
    report: () => {},
  };
  const { data, gaps } = await probe(
    { domain: `${host}:${port}`, deep: false, revocation: false, starttls: null, address: null },
    context,
  );
  expect(data).toMatchObject({ connections: 12, partial: true, partialReason: 'connection_limit' });
  expect(data.subject).not.toBeNull();
  expect(gaps).toEqual(expect.arrayContaining([{ part: 'TLSv1.2', code: 'protocol' }]));
});

describe('behaviours', () => {
  test('leaves nothing running after the caller has given up', async () => {
    const server = await startMaliciousTlsServer('silent');
    const controller = new AbortController();
    const context = { net, data: noData, signal: controller.signal };
    const checking = measure(checkQuery('ssl', { domain: `127.0.0.1:${server.port}` }), context);
    // Two hellos, and the connections opened ahead for the offers after them.
    await expect.poll(() => server.connections).toBe(budgetLimits.atOnce);
    controller.abort(new Error('gone'));
    await expect(checking).rejects.toThrow('gone');
    await expect.poll(() => server.open).toBe(0);
    expect(server.connections).toBe(budgetLimits.atOnce);
    await server.stop();
  });
});
