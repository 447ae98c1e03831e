import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { booleanField, optionalAddressField, optionalEnumField, sslTargetField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { hostKinds } from '../../targets/target-kinds.ts';
import { TlsBehaviour } from '../../tls/behaviour.ts';
import { CertificateFields } from '../../tls/certificate-fields.ts';
import { ClientOutcome } from '../../tls/client-outcome.ts';
import {
  Judgement,
  Note,
  Observation,
  PartialReason,
  TlsVersion,
  tlsVersions,
  VulnerabilityName,
} from '../../tls/judgement.ts';
import { QuicFields } from '../../tls/over-quic.ts';
import { RevocationFields } from '../../tls/revocation.ts';
import { handshakeFailures, ServedFields } from '../../tls/served.ts';
import { SessionFields } from '../../tls/session-fields.ts';
import { StartTls } from '../../tls/start-tls.ts';
import { startTlsNames } from '../../tls/start-tls-names.ts';
import { TransparencyFields } from '../../tls/transparency.ts';
import { defineTool } from '../../tool.ts';
import { MIB, workLimits } from '../../work-limits.ts';

const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());

const target = z.object({
  domain: described(
    z.string(),
    'The target in the query: host, or host:port if the port is not 443, with IPv6 addresses in brackets.',
    'example.com',
  ),
  peerHost: described(z.string(), 'The host without a port.', 'example.com'),
  peerPort: described(z.int(), 'The port.', 443),
  address: described(
    z.string(),
    'The measured address; at other addresses of the name, only the first handshake is made.',
    '192.0.2.80',
  ),
  startTls: described(
    z.nullable(StartTls),
    'The protocol in which TLS was started (STARTTLS), as chosen in the query or implied by the port; null if TLS starts immediately.',
    null,
  ),
});

const protocols = z.object({
  supportedProtocols: described(
    z.array(TlsVersion),
    'The TLS versions that Sonde can test, newest first.',
    tlsVersions.toReversed(),
  ),
  enabledProtocols: described(z.array(TlsVersion), 'The versions that the server accepted, newest first.', [
    'TLSv1.3',
    'TLSv1.2',
  ]),
});

const suites = z.object({
  supportedCiphers: described(z.array(z.string()), 'The cipher suites that Sonde can test, by IANA name.', [
    'TLS_AES_128_GCM_SHA256',
  ]),
  enabledCiphers: described(z.array(z.string()), 'The suites that the server accepted in any version, by IANA name.', [
    'TLS_AES_128_GCM_SHA256',
  ]),
  ciphersByProtocol: described(
    z.partialRecord(TlsVersion, z.array(z.string())),
    'The suites of each accepted version by IANA name: in the server’s order of preference if cipherOrder is server, otherwise strongest first.',
    { 'TLSv1.3': ['TLS_AES_128_GCM_SHA256'] },
  ),
  cipherOrder: described(
    z.partialRecord(TlsVersion, z.nullable(z.enum(['server', 'client']))),
    'Whose order of preference decides in each accepted version, tested with the offers in reverse order; null with fewer than two suites, and in SSLv2.',
    { 'TLSv1.3': 'server', 'TLSv1.2': 'server' },
  ),
});

const groups = z.object({
  groups: described(z.array(z.string()), 'The accepted key-exchange groups, by IANA name.', ['x25519', 'secp256r1']),
  minDhBits: described(
    z.nullable(z.int()),
    'Size in bits of the smallest finite-field Diffie-Hellman key that the server offered; null if it offered none.',
    2048,
  ),
  minAuthenticatedDhBits: described(
    z.optional(z.nullable(z.int())),
    'The same without anonymous suites, in which the server does not authenticate itself anyway.',
    2048,
  ),
  dhPrimes: described(
    z.array(
      z.object({
        bits: isEssential(described(z.int(), 'Length of the prime in bits.', 2048)),
        name: described(
          text,
          'The origin of the prime: an RFC, or a program that includes it; null if not known.',
          'group 14 (RFC 3526)',
        ),
      }),
    ),
    'The primes of the server’s finite-field Diffie-Hellman keys up to TLS 1.2, at most eight.',
    [],
  ),
});

const security = z.object({
  securityInfo: described(
    z.object({
      tls13Supported: described(flag, 'Whether the server accepted TLS 1.3.', true),
      hasKnownVulnerabilities: described(
        flag,
        'Whether vulnerabilities is not empty; null if it is empty but untested is not.',
        false,
      ),
      perfectForwardSecrecy: described(flag, 'Whether the negotiated suite has forward secrecy.', true),
      eccbased: described(flag, 'Whether the server’s certificate has an elliptic-curve key.', true),
    }),
    'A summary; each field is null if it was not measured.',
  ),
});

const observations = z.object({
  vulnerabilities: described(z.array(VulnerabilityName), 'Known attacks to which the server is vulnerable.', []),
  untested: described(
    z.array(VulnerabilityName),
    'Known attacks that were neither found nor ruled out, because their tests had no result.',
    [],
  ),
  observations: described(z.array(Observation), 'The evidence for reasons and vulnerabilities.'),
  notes: described(
    z.array(Note),
    'Weaknesses that do not affect current clients, and so do not count as vulnerabilities.',
  ),
});

const effort = z.object({
  connections: described(z.int(), 'Number of TCP connections made to all addresses.', 63),
  partial: described(
    z.boolean(),
    'True if the check ended before all tests were made; gaps lists the missing ones.',
    false,
  ),
  partialReason: described(
    z.nullable(PartialReason),
    'Why the check ended early. limited_by_server: the server stopped answering handshakes that it had answered before. long_hellos_unanswered: it answered only a short ClientHello. address_limit: the connection limit for this address, which all checks share, was reached.',
    null,
  ),
});

const AS_IN_ANSWER =
  'Fields of the answer in their final form; a later part of the same stage replaces an earlier one.';
const stage = <const Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape) =>
  z.object({ stage: described(z.literal(name), AS_IN_ANSWER, name), ...shape });

const judged = { ...Judgement.shape, observations: observations.shape.observations };

export const ssl = defineTool({
  id: 'ssl',
  path: '/api/v2/sslInfo',
  title: 'SSL Certificate Checker',
  summary: 'Check SSL certificate details for any domain',
  query: z.object({
    domain: described(
      sslTargetField,
      'A TLS server: host, host:port, an IP address (IPv6 in brackets before a port), or an https URL.',
      'example.com:8443',
    ),
    deep: described(
      booleanField('deep'),
      'true (or 1): test for ROBOT in every version with RSA key exchange, not only in the newest. Default: false.',
      'false',
    ),
    revocation: described(
      booleanField('revocation', { default: true }),
      'false (or 0): do not contact the OCSP responders and revocation lists named in the certificates. Default: true. Stapled responses are always read.',
      'true',
    ),
    starttls: described(
      optionalEnumField('starttls', startTlsNames),
      'The protocol in which to start TLS (STARTTLS). Default: that of the port, such as smtp for 25 and 587, and none for others. Without a port in domain, the protocol’s standard port is used.',
      'smtp',
    ),
    address: described(
      optionalAddressField('address'),
      'The address of the name to measure. Default: the numerically lowest one that speaks TLS, IPv6 before IPv4.',
      '192.0.2.80',
    ),
  }),
  target: 'domain',
  targetKinds: hostKinds,
  takesPort: true,
  report: { order: 50, question: ({ kind, target }) => (kind === 'domain' ? { domain: target } : null) },
  burdens: ({ deep }) => deep,
  contacts: ['resolvers', 'targets', 'certificateAuthorities'],
  data: z.object({
    ...target.shape,
    ...CertificateFields.shape,
    ...Judgement.shape,
    ...RevocationFields.shape,
    ...ServedFields.shape,
    ...QuicFields.shape,
    ...TransparencyFields.shape,
    ...SessionFields.shape,
    ...protocols.shape,
    ...suites.shape,
    ...groups.shape,
    ...TlsBehaviour.shape,
    ...security.shape,
    ...observations.shape,
    ...effort.shape,
    clients: described(
      z.array(ClientOutcome),
      'Which well-known clients can connect, most common first, regardless of whether they trust the certificate.',
    ),
  }),
  progress: z.discriminatedUnion('stage', [
    // After one handshake: everything about the certificate.
    stage('certificate', {
      ...target.shape,
      ...CertificateFields.shape,
      ...Judgement.shape,
      ...TransparencyFields.shape,
      ...security.shape,
      observations: observations.shape.observations,
    }),
    stage('negotiated', { ...SessionFields.shape, ...security.shape }),
    stage('protocols', { ...protocols.shape, ...security.shape }),
    // Repeated: whenever a version is complete.
    stage('suites', { ...suites.shape, connections: effort.shape.connections }),
    stage('groups', groups.shape),
    // When authorities have replied, which may be at any time, together with its effect on the judgement.
    stage('revocation', { ...RevocationFields.shape, ...judged }),
    // Repeated: whenever an address replies or a new kind of key is seen, together with its effect on the judgement.
    stage('served', { ...ServedFields.shape, ...judged }),
    // Once, after a handshake over QUIC.
    stage('quic', QuicFields.shape),
    // Repeated: whenever a part becomes known.
    stage('behaviour', TlsBehaviour.shape),
    stage('observations', { ...observations.shape, ...security.shape }),
  ]),
  failures: ['refused-target', 'not-found', 'source-failed', 'unreachable', 'protocol', 'timeout'],
  reasons: [
    ...handshakeFailures,
    'no-address',
    'nxdomain',
    'servfail',
    'no-public-dns',
    'refused',
    'not-implemented',
    'error-code',
    'cname-loop',
    'special-use',
    'not-allowed-port',
    'denied',
  ],
  freshMs: () => 60_000,
  // Two checks per minute, each with up to 250 connections.
  recheckMs: 30_000,
  cost: 3,
  // Each lookup has eight connections, and one to each of fifteen other addresses. Two checks per target at a time spare the
  // server, and one visitor cannot hold both while another waits.
  capacity: { lookups: 24, perTarget: 2 },
  most: workLimits({ questions: 200, connections: 300, octetsOut: 8 * MIB, octetsIn: 64 * MIB, decodingMs: 3000 }),
  // The engine stops after 20 s and returns what it has.
  deadlineMs: () => 22_000,
  example: { domain: 'example.com' },
});
