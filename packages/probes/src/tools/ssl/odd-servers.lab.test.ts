import { startDelayProxy, startTcpRelay } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { openSslChecks, type ProgressPart, type SslChecks } from '../../testing/ssl-checks.ts';

/** A server that hangs up on one of these is found out as with the first. */
const FURTHER_EXTENSIONS: readonly [number, string][] = [
  [16, 'application_layer_protocol_negotiation'],
  [23, 'extended_master_secret'],
  [0, 'server_name'],
];

let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

describe('outdated servers', () => {
  test('SSLv2 only: certificate and suites are read', async () => {
    const answer = await checks.check(await checks.lab.start('old-1.0.0m-sslv2'));
    expect(answer).toMatchObject({ reasons: ['self_signed'], enabledProtocols: ['SSLv2'], protocol: null });
    expect(answer.subject).toContain('CN=self-signed.tls.test');
    expect(answer.ciphersByProtocol.SSLv2).toContain('SSL_CK_RC4_128_WITH_MD5');
    // Its weak suites count as those of other versions do.
    expect(answer.vulnerabilities).toEqual(['DROWN', 'FREAK', 'RC4', 'SWEET32']);
    expect(answer.gaps).toEqual([]);
  });

  inLongSet(test)('P-521 only: a client that offers it negotiates TLS 1.3, and no client TLS 1.2', async () => {
    const answer = await checks.check(await checks.lab.start('openssl-p521'));
    expect(answer).toMatchObject({ valid: true, protocol: 'TLSv1.3', groups: ['secp521r1'], gaps: [] });
  });
});

test('Botan prefers the curve of its certificate to others: they are found all the same', async () => {
  const answer = await checks.check(await checks.lab.startProgram('botan'));
  expect(answer.enabledProtocols).toEqual(['TLSv1.2']);
  expect(answer.groups).toEqual(expect.arrayContaining(['x25519', 'secp256r1', 'secp384r1', 'brainpoolP512r1']));
});

inLongSet(test)(
  'a server with one client at a time gives the same answer from afar, where each offer has a farewell',
  async () => {
    const { host, port, address } = await checks.lab.start('openssl-tls11');
    const link = await startDelayProxy({ target: address, delayMs: 40 });
    try {
      const far = await checks.check({ host, port: Number(link.address.split(':').at(-1)) });
      const near = await checks.check({ host, port });
      expect(far).toMatchObject({ partial: false, gaps: [] });
      const factsOf = ({
        ciphersByProtocol,
        cipherOrder,
        groups,
        vulnerabilities,
        clientRenegotiation,
      }: typeof far) => ({
        ciphersByProtocol,
        cipherOrder,
        groups,
        vulnerabilities,
        clientRenegotiation,
      });
      expect(factsOf(far)).toEqual(factsOf(near));
      expect(far.ciphersByProtocol['TLSv1.1']?.length).toBeGreaterThan(10);
    } finally {
      await link.stop();
    }
  },
  60_000,
);

describe('the behaviour of a server', () => {
  test('is reported in a part of its own and in the answer', async () => {
    const parts: ProgressPart[] = [];
    const answer = await checks.check(await checks.lab.start('nginx-early-data'), parts);
    const behaviour = {
      alpnProtocols: ['http/1.1', 'http/1.0', 'http/0.9'],
      sessionTickets: true,
      ticketLifetimeSeconds: 420,
      resumption: true,
      earlyData: true,
      maxEarlyDataBytes: 16_384,
      clientRenegotiation: false,
      fallbackScsv: true,
      compression: false,
      hangsUpOn: [],
    };
    expect(answer).toMatchObject(behaviour);
    expect(parts.findLast(({ stage }) => stage === 'behaviour')).toEqual({ stage: 'behaviour', ...behaviour });
    expect(answer.cipherOrder).toEqual({ 'TLSv1.3': 'client', 'TLSv1.2': 'client' });
  });
});

describe('a server that does not tolerate an extension', () => {
  /** A relay in front of a real server: passes on every hello except those with the refused extensions. */
  const behindRelay = async (refused: readonly number[]) => {
    const { host, port } = await checks.lab.start('openssl-tls12-two-suites');
    const relay = await startTcpRelay({ port }, { refusedExtensions: refused });
    try {
      return await checks.check({ host, port: relay.port });
    } finally {
      await relay.stop();
    }
  };

  inLongSet(test)('lighttpd with wolfSSL and status_request in TLS 1.3: the certificate is still read', async () => {
    const answer = await checks.check(await checks.lab.startProgram('lighttpd-wolfssl'));
    expect(answer).toMatchObject({ valid: true, protocol: 'TLSv1.3', hangsUpOn: ['status_request'], partial: false });
    expect(answer.notes.find(({ name }) => name === 'EXTENSION_INTOLERANCE')?.evidence).toBe(
      'The server closes the connection on a ClientHello with status_request, which every browser sends.',
    );
    // Its HelloRetryRequest names no group for a client without a key share.
    expect(answer.groups).toEqual(expect.arrayContaining(['x25519', 'secp256r1', 'secp384r1']));
    expect(answer.connections).toBeLessThan(70);
  });

  test.each<[number, string]>(
    firstOf<[number, string]>(1, [[5, 'status_request'], ...(isLong ? FURTHER_EXTENSIONS : [])]),
  )('number %i alone: %s', async (type, name) => {
    const answer = await behindRelay([type]);
    expect(answer).toMatchObject({ valid: true, protocol: 'TLSv1.2', hangsUpOn: [name], gaps: [] });
    expect(answer.notes.map((note) => note.name)).toContain('EXTENSION_INTOLERANCE');
  });

  inLongSet(test)('supported_versions: any hello that offers TLS 1.3', async () => {
    expect(await behindRelay([43])).toMatchObject({ protocol: 'TLSv1.2', hangsUpOn: ['supported_versions'] });
  });

  inLongSet(test)('heartbeat, which browsers never send', async () => {
    const answer = await behindRelay([15]);
    expect(answer).toMatchObject({ protocol: 'TLSv1.2', hangsUpOn: ['heartbeat'] });
    expect(answer.notes.find(({ name }) => name === 'EXTENSION_INTOLERANCE')?.evidence).toBe(
      'The server closes the connection on a ClientHello with heartbeat.',
    );
  });

  inLongSet(test)(
    'a connection that is cut after the server’s flight says nothing about tickets and resumption',
    async () => {
      const { host, port } = await checks.lab.start('openssl-tls13');
      const relay = await startTcpRelay({ port }, { cutsAfterHello: true });
      const answer = await checks.check({ host, port: relay.port }).finally(() => relay.stop());
      expect(answer).toMatchObject({ protocol: 'TLSv1.3', sessionTickets: null, resumption: null });
      expect(answer.findings?.map(({ code }) => code)).not.toContain('no-resumption');
    },
  );

  test.each(
    isLong ? (['openssl-alpn-imap', 'openssl-alpn-imap-tls13'] as const) : (['openssl-alpn-imap-tls13'] as const),
  )('%s: a refusal of HTTP by a server of another protocol is no fault', async (name) => {
    const answer = await checks.check(await checks.lab.start(name));
    expect(answer).toMatchObject({ valid: true, protocol: 'TLSv1.3', hangsUpOn: [], gaps: [] });
    const codes = answer.findings?.map(({ code }) => code) ?? [];
    for (const code of ['extension-intolerance', 'browsers-cannot-connect', 'browsers-connect']) {
      expect(codes).not.toContain(code);
    }
    expect(answer.clients.find(({ client }) => client.startsWith('Chrome'))).toMatchObject({
      connects: false,
      why: 'It offers only HTTP, and the server speaks another protocol.',
    });
    expect(answer.clients.find(({ client }) => client.startsWith('OpenSSL 3.0'))?.connects).toBe(true);
  });

  inLongSet(test)('a server that tolerates every extension', async () => {
    expect((await checks.check(await checks.lab.start('openssl-alpn'))).hangsUpOn).toEqual([]);
  });
});
