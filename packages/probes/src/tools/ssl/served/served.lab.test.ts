import { type LabSite, startMaliciousTlsServer } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../../../scripts/test/vitest-settings.ts';
import { defaultLimitSettings } from '../../../limits/settings.ts';
import { createTargetLimits } from '../../../limits/target-limits.ts';
import { checkQuery, measure } from '../../../run.ts';
import { noData } from '../../../testing/no-data.ts';
import { openSslChecks, type ProgressPart, type SslChecks } from '../../../testing/ssl-checks.ts';

let checks: SslChecks;

beforeAll(async () => {
  // Documentation addresses (RFC 3849) stand for unreachable ones.
  checks = await openSslChecks(['2001:db8::/32']);
});
afterAll(() => checks?.stop());

/** A site's usual suites today; a site of a test may override them. */
const suites = 'ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20';
const today = ['ssl_protocols TLSv1.2 TLSv1.3', suites];
const serve = (sites: readonly LabSite[]) => checks.lab.serveSites(sites.map((site) => ({ lines: today, ...site })));

/** Starts one nginx with all of the sites and checks this name. */
const checkSites = async (host: string, sites: readonly LabSite[], options: Readonly<Record<string, string>> = {}) => {
  const { port } = await serve(sites);
  return checks.check({ host, port }, [], options);
};

const PROBLEMS = { silent: 'timeout', http: 'not-tls', refuses: 'handshake-failed' } as const;

describe('two key types at one address', () => {
  const certificates = ['expired-wildcard', 'ecdsa-wildcard'] as const;

  test.each(['TLSv1.2 TLSv1.3', 'TLSv1.2', 'TLSv1.3'].slice(0, isLong ? 3 : 1))(
    'a good ECDSA beside an expired RSA certificate is not valid: %s',
    async (protocols) => {
      const lines = [suites, `ssl_protocols ${protocols}`];
      const answer = await checkSites('www.tls.test', [{ certificates, lines }]);
      expect(answer).toMatchObject({ valid: false, reasons: ['expired'], key: { type: 'EC' }, gaps: [] });
      expect(answer.observations).toMatchObject([
        {
          name: 'expired',
          evidence: expect.stringMatching(
            /^Certificate 2, for clients that need a key of type RSA: CN=www\.tls\.test,O=Sonde Lab expired on /,
          ),
        },
      ]);
      expect(answer.servedCertificates).toMatchObject([
        { number: 1, key: { type: 'EC' }, fingerprint: answer.certificateFingerprints['SHA-256'], valid: true },
        { number: 2, key: { type: 'RSA' }, valid: false, reasons: ['expired'], decides: true },
      ]);
      expect(answer.addresses).toMatchObject([
        { address: '127.0.0.1', isMeasured: true, certificate: 1, otherCertificates: [2], certificateWithoutName: 1 },
      ]);
      expect(answer.differences).toEqual([
        {
          name: 'KEY_TYPES',
          evidence: 'Clients that do not support the key of certificate 1 get certificate 2, whose key is of type RSA.',
        },
      ]);
      // One of the connections may have been opened ahead in vain.
      expect(answer.connections).toBeLessThanOrEqual(33);
    },
  );

  inLongSet(test)('a single certificate is listed once, without differences', async () => {
    const answer = await checkSites('www.tls.test', [{ certificates: ['rsa-wildcard'] }]);
    expect(answer).toMatchObject({ valid: true, differences: [], servedCertificates: [{ number: 1 }] });
    expect(answer.addresses).toEqual([
      {
        address: '127.0.0.1',
        isMeasured: true,
        problem: null,
        protocol: 'TLSv1.3',
        certificate: 1,
        otherCertificates: [],
        certificateWithoutName: 1,
        refusesWithoutName: false,
      },
    ]);
  });

  test('an ordinary site with one address takes at most 31 connections, one of them opened ahead in vain', async () => {
    const { connections, gaps } = await checks.check(await checks.lab.start('nginx-modern'));
    expect({ isFew: connections <= 31, connections, gaps }).toMatchObject({ isFew: true, gaps: [] });
  });
});

describe('two addresses of one name', () => {
  const sites: readonly LabSite[] = [
    { address: '127.0.0.1', certificates: ['rsa-wildcard'] },
    { address: '127.0.0.2', certificates: ['expired-wildcard'] },
  ];
  const host = 'two-places.tls.test';

  test('one with an expired certificate: every check gives the same answer', async () => {
    const { port } = await serve(sites);
    const answers = [];
    for (let run = 0; run < (isLong ? 5 : 1); run += 1) answers.push(await checks.check({ host, port }));
    for (const {
      address,
      valid,
      reasons,
      validUntil,
      observations,
      addresses,
      servedCertificates,
      differences,
    } of answers) {
      expect({ address, valid, reasons }).toEqual({ address: '127.0.0.1', valid: false, reasons: ['expired'] });
      expect(Date.parse(validUntil ?? '')).toBeGreaterThan(Date.now());
      expect(observations[0]?.evidence).toMatch(
        /^Certificate 2, at 127\.0\.0\.2: CN=www\.tls\.test,O=Sonde Lab expired on /,
      );
      expect(addresses).toMatchObject([
        { address: '127.0.0.1', isMeasured: true, certificate: 1 },
        { address: '127.0.0.2', isMeasured: false, problem: null, protocol: 'TLSv1.3', certificate: 2 },
      ]);
      expect(servedCertificates.map((one) => one.valid)).toEqual([true, false]);
      expect(differences).toEqual([
        {
          name: 'ADDRESSES',
          evidence: 'A current client gets certificate 1 at 127.0.0.1 and certificate 2 at 127.0.0.2.',
        },
      ]);
    }
  }, 60_000);

  inLongSet(test)('the other one is reported in a separate part, and measured completely when chosen', async () => {
    const { port } = await serve(sites);
    const parts: ProgressPart[] = [];
    const answer = await checks.check({ host, port }, parts, { address: '127.0.0.2' });
    expect(answer).toMatchObject({ address: '127.0.0.2', valid: false, reasons: ['expired'] });
    expect(Date.parse(answer.validUntil ?? '')).toBeLessThan(Date.now());
    expect(answer.addresses).toMatchObject([
      { address: '127.0.0.1', isMeasured: false, certificate: 2 },
      { address: '127.0.0.2', isMeasured: true, certificate: 1, certificateWithoutName: 1 },
    ]);
    const { addresses, servedCertificates, differences, valid, reasons, observations } = answer;
    expect(parts.findLast(({ stage }) => stage === 'served')).toEqual({
      stage: 'served',
      ...{ addresses, servedCertificates, differences, valid, reasons, observations },
    });
  });

  test.each(firstOf(1, ['127.0.0.9', '10.0.0.1', '2001:db8::2']))(
    '%s, which is none of them, is not contacted',
    async (address) => {
      const { port } = await serve(sites);
      await expect(checks.check({ host, port }, [], { address })).rejects.toMatchObject({
        code: 'invalid-input',
        field: 'address',
        message: `${address} is not an address of ${host}.`,
      });
    },
  );

  inLongSet(test)('one presents the certificate without its issuer', async () => {
    const answer = await checkSites(host, [
      { address: '127.0.0.1', certificates: ['rsa-wildcard'] },
      { address: '127.0.0.2', certificates: ['rsa-wildcard'], isLeafAlone: true },
    ]);
    expect(answer).toMatchObject({ valid: false, reasons: ['incomplete_chain'] });
    expect(answer.observations[0]?.evidence).toMatch(/^Certificate 2, at 127\.0\.0\.2: The server does not send/);
    expect(answer.servedCertificates).toMatchObject([{ chainLength: 2 }, { chainLength: 1 }]);
    expect(answer.differences[0]?.evidence).toMatch(/The server certificate is the same, but the chains differ\.$/);
  });

  inLongSet(test)('one has an older version', async () => {
    const answer = await checkSites(host, [
      { address: '127.0.0.1', certificates: ['rsa-wildcard'] },
      { address: '127.0.0.2', certificates: ['rsa-wildcard'], lines: ['ssl_protocols TLSv1.2'] },
    ]);
    expect(answer).toMatchObject({ valid: true, servedCertificates: [{ number: 1 }] });
    expect(answer.differences).toEqual([
      { name: 'PROTOCOLS', evidence: 'A current client gets TLSv1.3 at 127.0.0.1 and TLSv1.2 at 127.0.0.2.' },
    ]);
  });
});

describe('a client without a server name', () => {
  const site: LabSite = { name: 'www.tls.test', certificates: ['rsa-wildcard'] };

  test('gets a default certificate for other names, which is reported but does not count against the name', async () => {
    const answer = await checkSites('www.tls.test', [{ certificates: ['wrong-host'] }, site]);
    expect(answer).toMatchObject({ valid: true, reasons: [] });
    expect(answer.addresses[0]).toMatchObject({ certificate: 1, certificateWithoutName: 2, refusesWithoutName: false });
    expect(answer.servedCertificates[1]).toMatchObject({
      valid: false,
      reasons: ['hostname_mismatch'],
      decides: false,
    });
    expect(answer.differences).toEqual([
      {
        name: 'NO_SERVER_NAME',
        evidence: 'Clients that send no server name get certificate 2, which is valid for other names only.',
      },
    ]);
  });

  inLongSet(test)('gets an expired certificate for this very name, which counts against it', async () => {
    const answer = await checkSites('www.tls.test', [{ certificates: ['expired-wildcard'] }, site]);
    expect(answer).toMatchObject({ valid: false, reasons: ['expired'] });
    expect(answer.observations[0]?.evidence).toMatch(/^Certificate 2, for clients that send no server name: /);
  });

  inLongSet(test)('is refused', async () => {
    const answer = await checkSites('www.tls.test', [{ certificates: [], lines: ['ssl_reject_handshake on'] }, site]);
    expect(answer).toMatchObject({ valid: true, gaps: [] });
    expect(answer.addresses[0]).toMatchObject({ certificateWithoutName: null, refusesWithoutName: true });
    expect(answer.differences).toEqual([
      { name: 'NO_SERVER_NAME', evidence: 'Clients that send no server name are refused.' },
    ]);
  });
});

describe('an address that does not answer', () => {
  const sites: readonly LabSite[] = [{ address: '127.0.0.1', certificates: ['rsa-wildcard'] }];

  test('is silent: a gap names it, and the rest is reported', async () => {
    const { port } = await serve(sites);
    const silent = await startMaliciousTlsServer('silent', { host: '127.0.0.3', port });
    try {
      const answer = await checks.check({ host: 'quiet-place.tls.test', port });
      expect(answer).toMatchObject({ valid: true, gaps: [{ part: 'address 127.0.0.3', code: 'timeout' }] });
      expect(answer.addresses[1]).toMatchObject({ address: '127.0.0.3', problem: 'timeout', certificate: null });
      expect(answer.differences).toEqual([
        {
          name: 'NO_ANSWER',
          evidence: 'No certificate was read at 1 address: 127.0.0.3 (no reply in time).',
        },
      ]);
      expect(silent.connections).toBe(1);
    } finally {
      await silent.stop();
    }
  });

  const firsts = isLong ? (['silent', 'http', 'refuses'] as const) : (['http'] as const);
  test.each(firsts)('comes first and is %s: the next one is measured, at every check', async (behaviour) => {
    const [problem, code] = [PROBLEMS[behaviour], behaviour === 'silent' ? 'timeout' : 'protocol'];
    const { port } = await serve([{ address: '127.0.0.2', certificates: ['rsa-wildcard'] }]);
    const server = await startMaliciousTlsServer(behaviour, { port });
    try {
      const answer = await checks.check({ host: 'two-places.tls.test', port });
      expect(answer).toMatchObject({ valid: true, address: '127.0.0.2', gaps: [{ part: 'address 127.0.0.1', code }] });
      expect(answer.addresses).toMatchObject([
        { address: '127.0.0.1', isMeasured: false, problem, certificate: null },
        { address: '127.0.0.2', isMeasured: true, problem: null, certificate: 1 },
      ]);
      // A visitor who chooses the address is told about it.
      const chosen = checks.check({ host: 'two-places.tls.test', port }, [], { address: '127.0.0.1' });
      await expect(chosen).rejects.toMatchObject({ reason: problem });
    } finally {
      await server.stop();
    }
  });

  inLongSet(test)('has a closed port', async () => {
    const answer = await checkSites('quiet-place.tls.test', sites);
    expect(answer).toMatchObject({ valid: true, gaps: [{ part: 'address 127.0.0.3', code: 'unreachable' }] });
    expect(answer.addresses[1]).toMatchObject({ problem: 'connection-refused' });
  });

  inLongSet(test)('is unreachable, as IPv6 often is: a gap without a problem', async () => {
    const answer = await checkSites('far-place.tls.test', sites);
    expect(answer).toMatchObject({ valid: true, reasons: [], address: '127.0.0.1' });
    expect(answer.gaps.map(({ part }) => part)).toEqual(['address 2001:db8::1']);
    expect(answer.addresses[1]?.problem).toMatch(/^(unreachable|timeout)$/);
  });
});

inLongSet(test)('an address with no connections left over all checks is a gap, and the rest is measured', async () => {
  const { port } = await serve([
    { address: '127.0.0.1', certificates: ['rsa-wildcard'] },
    { address: '127.0.0.2', certificates: ['rsa-wildcard'] },
  ]);
  // None of the allowance is restored while this test runs.
  const limits = createTargetLimits({ ...defaultLimitSettings, tlsBudget: { units: 100, windowMs: 3_600_000 } });
  limits.tlsConnections?.take('tls 127.0.0.2', 100);
  const context = { net: checks.net, data: noData, limits, signal: AbortSignal.timeout(30_000) };
  const answer = await measure(checkQuery('ssl', { domain: `two-places.tls.test:${port}` }), context);
  expect(answer).toMatchObject({ valid: true, address: '127.0.0.1', partial: false });
  expect(answer.gaps).toEqual([{ part: 'address 127.0.0.2', code: 'rate-limited', retryAfterSeconds: 30 }]);
  expect(answer.addresses[1]).toMatchObject({ problem: 'limited', certificate: null });
});

test('of twenty addresses, sixteen are checked with a connection each and four are named', async () => {
  const addresses = Array.from({ length: 20 }, (_, index) => `127.0.1.${index + 1}`);
  const answer = await checkSites(
    'many-places.tls.test',
    addresses.map((address) => ({ address, certificates: ['rsa-wildcard'] })),
  );
  expect(answer.addresses.map(({ address }) => address)).toEqual(addresses);
  expect(answer.addresses.filter(({ problem }) => problem === null)).toHaveLength(16);
  expect(answer.addresses.slice(16).map(({ problem }) => problem)).toEqual(Array(4).fill('not_asked'));
  expect(answer.gaps).toEqual([{ part: '4 further addresses', code: 'protocol' }]);
  expect(answer.servedCertificates).toHaveLength(1);
  expect(answer.connections).toBeLessThanOrEqual(32 + 15);
});
