import type { AnswerOf, ssl } from '@sonde/contract';
import type { FindingState } from '@sonde/contract/finding/finding';
import { type SslCode, sslExplanations } from '@sonde/contract/tools/ssl/explanations';
import { programOf } from '@sonde/contract/tools/ssl/findings/program';
import {
  type CertificateKind,
  type LabSite,
  type QuicServerName,
  startMaliciousTlsServer,
  startRobotServer,
  startTcpRelay,
  type TlsServerName,
} from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';

type Answer = AnswerOf<typeof ssl>;
const isRoot = process.getuid?.() === 0;
type Judged = `${SslCode} ${FindingState}`;

let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

/** The findings that each server must have; its other findings are not listed. */
const ofServers: Readonly<Partial<Record<TlsServerName, readonly Judged[]>>> = {
  'nginx-modern': [
    'certificate-trusted good',
    'browsers-connect good',
    'no-known-vulnerability good',
    'current-versions good',
    'forward-secrecy good',
    'not-revoked good',
    'ocsp-stapled good',
    'revocation-unknown unknown',
    'no-post-quantum-group note',
    'certificates-by-key-type note',
    'old-clients-cannot-connect note',
  ],
  'nginx-default': [
    'tls13-missing note',
    'suites-without-forward-secrecy warn',
    'cbc-suites note',
    'client-order note',
  ],
  'nginx-early-data': ['early-data note'],
  'nginx-two-addresses': ['certificates-by-address note', 'versions-by-address note', 'certificate-expired bad'],
  'node-24': ['post-quantum-group good'],
  'openssl-tls13': ['tls12-missing note'],
  'openssl-tls13-ffdhe': ['no-certificate unknown'],
  'openssl-tls13-no-tickets': ['no-resumption note'],
  'openssl-tls11': [
    'no-current-version bad',
    'tls11-enabled warn',
    'browsers-cannot-connect bad',
    'cbc-only warn',
    // Its key of 1024 bits belongs to anonymous suites.
    'finite-field-dh note',
  ],
  'openssl-anonymous': ['no-certificate bad', 'anonymous-suites bad', 'beast note'],
  'openssl-legacy': ['null-encryption bad', 'tls10-enabled warn'],
  'openssl-dh-1024': ['logjam warn'],
  'openssl-dh-2048': ['finite-field-dh note'],
  'openssl-dh-1536': ['short-dh-key warn'],
  'openssl-ecdsa-weak-group': ['weak-group warn'],
  'gnutls-dh-512': ['logjam bad', 'client-renegotiation warn', 'client-certificate-wanted note'],
  'openssl-no-forward-secrecy': ['no-forward-secrecy warn'],
  'old-1.0.1e-heartbleed': [
    'heartbleed bad',
    'ccs-injection bad',
    'drown bad',
    'poodle bad',
    'rc4 bad',
    'sweet32 warn',
    'sslv2-enabled bad',
    'sslv3-enabled bad',
    'export-suites bad',
    'des-suites bad',
    'no-fallback-protection warn',
  ],
  'old-1.0.1e-export': ['freak bad'],
};

const ofCertificates: Readonly<Partial<Record<CertificateKind, readonly Judged[]>>> = {
  expired: ['certificate-expired bad'],
  'not-yet-valid': ['certificate-not-yet-valid bad'],
  'self-signed': ['self-signed-certificate bad'],
  'wrong-host': ['name-mismatch bad'],
  'untrusted-root': ['untrusted-authority bad'],
  'incomplete-chain': ['incomplete-chain bad'],
  sha1: ['weak-signature bad'],
  'rsa-1024': ['weak-key bad'],
  'client-only': ['wrong-usage bad'],
  'authority-as-server': ['authority-as-server bad'],
  'decrypts-only': ['key-usage-mismatch bad'],
  forged: ['issuer-mismatch bad'],
  'version-1-issuer': ['issuer-not-authority bad'],
  'too-deep': ['path-too-long bad'],
  constrained: ['name-not-permitted bad'],
  'unknown-critical': ['unknown-critical-extension bad'],
  malformed: ['malformed-extension bad'],
  revoked: ['certificate-revoked bad'],
  'must-staple': ['must-staple-unmet bad'],
  'forged-staple': ['stapled-response-unusable bad'],
  'extra-certificates': ['superfluous-certificates note'],
  'unsorted-chain': ['chain-out-of-order note'],
  'due-for-renewal': ['renewal-due note'],
  'late-for-renewal': ['renewal-due warn'],
  'short-lived': ['short-lived-certificate note'],
  'ten-years': ['long-lived-certificate note'],
};

const site: LabSite = { address: '127.0.0.1', certificates: ['rsa-wildcard'], lines: ['ssl_ciphers ECDHE+AESGCM'] };

/** Findings that name the program from the greeting. */
const ofPostfix = {
  shows: ['anonymous-suites note'],
  async check() {
    const answer = await checks.check(await checks.lab.startProgram('postfix'), [], { starttls: 'smtp' });
    expect(programOf(answer.greeting)).toBe('Postfix');
    return answer;
  },
} as const;

/** A web server of TCP, and a QUIC server at the same port. */
const overQuic = (name: QuicServerName, ...shows: readonly Judged[]) => ({
  shows,
  async check() {
    const { rsa } = await checks.lab.serve(['rsa']);
    await checks.lab.startQuic(name, rsa.port);
    return checks.check(rsa);
  },
});

/** Findings that need more than one server, or different parameters. */
const ofArrangements: Readonly<Record<string, { readonly shows: readonly Judged[]; check(): Promise<Answer> }>> = {
  'a server that reveals padding, in a deep check': {
    shows: ['robot bad', 'insecure-renegotiation bad'],
    async check() {
      const server = await startRobotServer('reveals-prefix', await checks.lab.certificates.make('rsa'));
      const answer = await checks.check({ host: '127.0.0.1', port: server.port }, [], { deep: 'true' });
      await server.stop();
      return answer;
    },
  },
  'a relay that hangs up on application_layer_protocol_negotiation': {
    shows: ['extension-intolerance warn'],
    async check() {
      const { host, port } = await checks.lab.start('openssl-tls12-two-suites');
      const relay = await startTcpRelay({ port }, { refusedExtensions: [16] });
      const answer = await checks.check({ host, port: relay.port });
      await relay.stop();
      return answer;
    },
  },
  'a relay that swallows hellos of more than one packet': {
    shows: ['long-hello-unanswered bad'],
    async check() {
      const { host, port } = await checks.lab.start('openssl-tls12-two-suites');
      const relay = await startTcpRelay({ port }, { longestHello: 1400 });
      // Every lost hello is waited for, which takes longer than a check may on a busy machine.
      const answer = await checks.checkWithin({ timeMs: 50_000 }, { host, port: relay.port });
      await relay.stop();
      return answer;
    },
  },
  'vsftpd, whose sessions have no end': {
    shows: ['long-ticket-lifetime note'],
    async check() {
      return checks.check(await checks.lab.startStartTls('vsftpd'), [], { starttls: 'ftp' });
    },
  },
  'Dovecot, which names itself in its greeting': {
    shows: ['certificate-trusted good'],
    async check() {
      const { host, ports } = await checks.lab.startMail();
      const answer = await checks.check({ host, port: ports.imap }, [], { starttls: 'imap' });
      expect(answer.greeting).toMatch(/^\* OK .*Dovecot/);
      expect(programOf(answer.greeting)).toBe('Dovecot');
      return answer;
    },
  },
  ...(isRoot ? { 'Postfix, which offers suites without authentication': ofPostfix } : {}),
  'a default site with a certificate for other names': {
    shows: ['certificate-without-server-name note'],
    async check() {
      const { port } = await checks.lab.serveSites([
        { ...site, certificates: ['wrong-host'] },
        { ...site, name: 'www.tls.test' },
      ]);
      return checks.check({ host: 'www.tls.test', port });
    },
  },
  'a closed port at the second address': {
    shows: ['address-without-tls warn'],
    async check() {
      return checks.check({ host: 'quiet-place.tls.test', ...(await checks.lab.serveSites([site])) });
    },
  },
  'silence at the second address': {
    shows: ['address-without-tls unknown'],
    async check() {
      const { port } = await checks.lab.serveSites([site]);
      const silent = await startMaliciousTlsServer('silent', { host: '127.0.0.3', port });
      const answer = await checks.check({ host: 'quiet-place.tls.test', port });
      await silent.stop();
      return answer;
    },
  },
  'another certificate over QUIC': overQuic('ngtcp2-p256', 'http3 good', 'http3-other-certificate note'),
  'other names over QUIC': overQuic('ngtcp2-long-certificate', 'http3-other-certificate warn'),
  'other suites over QUIC': overQuic('ngtcp2-ccm', 'http3-fails note'),
  'twenty addresses': {
    shows: ['addresses-not-checked unknown'],
    async check() {
      const addresses = Array.from({ length: 20 }, (_, index) => `127.0.1.${index + 1}`);
      const { port } = await checks.lab.serveSites(addresses.map((address) => ({ ...site, address })));
      return checks.check({ host: 'many-places.tls.test', port });
    },
  },
  'a check of twelve connections': {
    shows: ['check-incomplete unknown', 'vulnerability-not-tested unknown'],
    async check() {
      const { host, port } = await checks.lab.start('nginx-legacy');
      return checks.checkWithin({ connections: 12 }, { host, port });
    },
  },
};

/** Findings that no server of the lab has, with the reason. Golden answers prove them instead. */
const notInLab: Readonly<Partial<Record<Judged, string>>> = {
  'transparency-policy-met good': 'the policies are for public authorities, which issue nothing for the lab',
  'transparency-policy-unmet bad': 'as above',
  'transparency-unknown unknown': 'as above',
  'long-lived-certificate warn': 'as above',
  'certificates-vary note': 'a server presents one certificate for each type of key; several machines are needed',
  ...(isRoot ? {} : { 'anonymous-suites note': 'Postfix has them, which only root can start' }),
  'crime warn': 'no library that Debian or the registry still has compresses in a server',
  'browsers-not-determined unknown': 'where the measurement leaves it open, the hello of the browser itself is sent',
  'long-hello-unanswered warn': 'with STARTTLS, the relay of the lab cannot tell a hello from what comes before it',
  'http3-without-post-quantum note': 'no program of Debian has ML-KEM over TCP and HTTP/3',
  'log-list-outdated note': 'the list of this version is new',
  'client-certificate-wanted warn': 'it is judged on port 443, which the lab must not open',
  'no-http2 note': 'it is judged on port 443, which the lab must not open',
};

const shown = new Set<string>();

function expectFindings(answer: Answer, expected: readonly Judged[]) {
  const judged = (answer.findings ?? []).map(({ code, state }) => `${code} ${state}`);
  for (const one of judged) shown.add(one);
  expect(judged).toEqual(expect.arrayContaining([...expected]));
  for (const { code, evidence, fix } of answer.findings ?? []) {
    expect(evidence, code).toMatch(/^\S.*[.]$/s);
    expect(fix, code).not.toBe('');
  }
}

test.each(Object.entries(ofServers))('%s', async (name, expected) => {
  expectFindings(await checks.check(await checks.lab.start(name as TlsServerName)), expected);
});

test('finds problems in certificates of every kind', async () => {
  const served = await checks.lab.serve(Object.keys(ofCertificates) as CertificateKind[]);
  for (const [kind, server] of Object.entries(served)) {
    expectFindings(await checks.check(server), ofCertificates[kind as CertificateKind] ?? []);
  }
}, 180_000);

test.each(Object.entries(ofArrangements))('%s', async (_, { shows, check }) => {
  expectFindings(await check(), shows);
});

test('every finding comes from a server, or a reason is given why the lab has none', () => {
  const all = Object.entries(sslExplanations).flatMap(([code, { states }]) =>
    states.map((state) => `${code} ${state}`),
  );
  expect(all.filter((one) => !shown.has(one) && !(one in notInLab))).toEqual([]);
  expect(Object.keys(notInLab).filter((one) => shown.has(one))).toEqual([]);
});
