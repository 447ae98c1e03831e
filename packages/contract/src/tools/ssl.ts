import * as z from 'zod/mini';
import { described } from '../described.ts';
import { booleanField, optionalAddressField, optionalEnumField, sslTargetField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { hostKinds } from '../targets/target-kinds.ts';
import { TlsBehaviour } from '../tls/behaviour.ts';
import { CertificateFields } from '../tls/certificate-fields.ts';
import { ClientOutcome } from '../tls/client-outcome.ts';
import {
  Judgement,
  Note,
  Observation,
  PartialReason,
  TlsVersion,
  tlsVersions,
  VulnerabilityName,
} from '../tls/judgement.ts';
import { RevocationFields } from '../tls/revocation.ts';
import { handshakeFailures, ServedFields } from '../tls/served.ts';
import { SessionFields } from '../tls/session-fields.ts';
import { StartTls } from '../tls/start-tls.ts';
import { startTlsNames } from '../tls/start-tls-names.ts';
import { TransparencyFields } from '../tls/transparency.ts';
import { defineTool } from '../tool.ts';

const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());

const target = z.object({
  domain: described(
    z.string(),
    'The target of the query: host, or host:port where the port is not 443; IPv6 in brackets before a port.',
    'example.com',
  ),
  peerHost: described(z.string(), 'The host without a port.', 'example.com'),
  peerPort: described(z.int(), 'The port.', 443),
  address: described(
    z.string(),
    'The measured address; at other addresses of the name only the first handshake is made.',
    '192.0.2.80',
  ),
  startTls: described(
    z.nullable(StartTls),
    'The protocol in which TLS was started (STARTTLS), as chosen or implied by the port; null where TLS begins at once.',
    null,
  ),
});

const protocols = z.object({
  supportedProtocols: described(
    z.array(TlsVersion),
    'The versions that Sonde can test for, newest first.',
    tlsVersions.toReversed(),
  ),
  enabledProtocols: described(z.array(TlsVersion), 'The versions that this server accepted, newest first.', [
    'TLSv1.3',
    'TLSv1.2',
  ]),
});

const suites = z.object({
  supportedCiphers: described(z.array(z.string()), 'The suites that Sonde can test for, by IANA name.', [
    'TLS_AES_128_GCM_SHA256',
  ]),
  enabledCiphers: described(z.array(z.string()), 'The suites that this server accepted in any version, by IANA name.', [
    'TLS_AES_128_GCM_SHA256',
  ]),
  ciphersByProtocol: described(
    z.partialRecord(TlsVersion, z.array(z.string())),
    'For each accepted version its suites by IANA name: in the server’s order of choice where cipherOrder is server, else the strongest first.',
    { 'TLSv1.3': ['TLS_AES_128_GCM_SHA256'] },
  ),
  cipherOrder: described(
    z.partialRecord(TlsVersion, z.nullable(z.enum(['server', 'client']))),
    'For each accepted version whose order decides, by a hello with the order reversed; null with fewer than two suites, and in SSLv2.',
    { 'TLSv1.3': 'server', 'TLSv1.2': 'server' },
  ),
});

const groups = z.object({
  groups: described(z.array(z.string()), 'Accepted key-exchange groups by IANA name.', ['x25519', 'secp256r1']),
  minDhBits: described(
    z.nullable(z.int()),
    'Bits of the smallest finite-field Diffie-Hellman key it offered; null if it offered none.',
    2048,
  ),
  dhPrimes: described(
    z.array(
      z.object({
        bits: isEssential(described(z.int(), 'Its length.', 2048)),
        name: described(
          text,
          'Its source: an RFC, or a program that has it built in; null for any other.',
          'group 14 (RFC 3526)',
        ),
      }),
    ),
    'The primes of its finite-field Diffie-Hellman keys up to TLS 1.2, at most eight.',
    [],
  ),
});

const security = z.object({
  securityInfo: described(
    z.object({
      tls13Supported: described(flag, 'The server accepted TLS 1.3.', true),
      hasKnownVulnerabilities: described(
        flag,
        'vulnerabilities is not empty; null where it is empty and untested is not.',
        false,
      ),
      perfectForwardSecrecy: described(flag, 'cipherSuite has forward secrecy.', true),
      eccbased: described(flag, 'The server’s certificate has an elliptic-curve key.', true),
    }),
    'In short; null where it was not measured.',
  ),
});

const observations = z.object({
  vulnerabilities: described(
    z.array(VulnerabilityName),
    'Known attacks that this server’s configuration or program allows; ROBOT only with deep.',
    [],
  ),
  untested: described(
    z.array(VulnerabilityName),
    'Known attacks that were neither found nor ruled out: ROBOT without deep, if it is possible, and those whose test had no result.',
    [],
  ),
  observations: described(z.array(Observation), 'The evidence of reasons and of vulnerabilities.'),
  notes: described(z.array(Note), 'Weaknesses that are not vulnerabilities: current clients are not affected.'),
});

const effort = z.object({
  connections: described(z.int(), 'TCP connections made, to all addresses together.', 63),
  partial: described(
    z.boolean(),
    'True when the check ended before every test was made; gaps names the missing ones.',
    false,
  ),
  partialReason: described(
    z.nullable(PartialReason),
    'Why the check ended early. limited_by_server: the server stopped answering what it had answered before. address_limit: all checks together may open no more connections to this address at the moment.',
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
      'true (or 1): also test for ROBOT, which sends secrets with wrong padding. Default false: it is not looked for.',
      'false',
    ),
    revocation: described(
      booleanField('revocation', { default: true }),
      'false (or 0): do not ask the responders and lists that the certificates name. Default true; what the server staples is always read.',
      'true',
    ),
    starttls: described(
      optionalEnumField('starttls', startTlsNames),
      'The protocol in which to start TLS (STARTTLS). Default: the protocol of the port, such as smtp on 25 and 587; none on others. Without a port in domain, the protocol’s own port is used.',
      'smtp',
    ),
    address: described(
      optionalAddressField('address'),
      'Which address of the name to measure. Default: the lowest that speaks TLS, IPv6 before IPv4.',
      '192.0.2.80',
    ),
  }),
  target: 'domain',
  targetKinds: hostKinds,
  report: { order: 50, question: ({ kind, target }) => (kind === 'domain' ? { domain: target } : null) },
  burdens: ({ deep }) => deep,
  contacts: ['resolvers', 'targets', 'certificateAuthorities'],
  data: z.object({
    ...target.shape,
    ...CertificateFields.shape,
    ...Judgement.shape,
    ...RevocationFields.shape,
    ...ServedFields.shape,
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
      'Which well-known clients can connect, most common first, whether or not they trust the certificate.',
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
    'cname-loop',
    'special-use',
    'not-allowed-port',
    'denied',
  ],
  freshMs: () => 60_000,
  // Two checks per minute, each with up to 250 connections.
  recheckMs: 30_000,
  cost: 3,
  // Each lookup has eight connections, and one to each of fifteen other addresses. One check per target at a time spares
  // the server.
  capacity: { lookups: 24, perTarget: 1 },
  // The engine stops after 20 s and returns what it has.
  deadlineMs: () => 22_000,
  example: { domain: 'example.com' },
});
