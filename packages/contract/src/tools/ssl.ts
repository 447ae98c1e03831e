import * as z from 'zod/mini';
import { means } from '../means.ts';
import { choiceField, optionalAddressField, optionalChoiceField, sslTargetField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { TlsBehaviour } from '../tls/behaviour.ts';
import { CertificateFields } from '../tls/certificate-fields.ts';
import { ClientOutcome } from '../tls/client-outcome.ts';
import {
  Finding,
  Judgement,
  Note,
  PartialReason,
  TlsVersion,
  tlsVersions,
  VulnerabilityName,
} from '../tls/judgement.ts';
import { RevocationFields } from '../tls/revocation.ts';
import { ServedFields } from '../tls/served.ts';
import { StartTls } from '../tls/start-tls.ts';
import { startTlsNames } from '../tls/start-tls-names.ts';
import { TransparencyFields } from '../tls/transparency.ts';
import { defineTool } from '../tool.ts';

const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());

const target = z.object({
  domain: means(
    z.string(),
    'What was asked for: host, or host:port where the port is not 443; IPv6 in brackets before a port.',
    'example.com',
  ),
  peerHost: means(z.string(), 'The host alone.', 'example.com'),
  peerPort: means(z.int(), 'The port.', 443),
  address: means(
    z.string(),
    'The address that was measured; of other addresses of the name only the first handshake is looked at.',
    '192.0.2.80',
  ),
  startTls: means(
    z.nullable(StartTls),
    'The protocol that was asked to switch to TLS, by choice or by the port; null where TLS begins at once.',
    null,
  ),
});

/** What a current client negotiates. */
const session = z.object({
  protocol: means(
    z.nullable(TlsVersion),
    'The version that a current client negotiates; where none can (see clients), what the server picked of all that was offered.',
    'TLSv1.3',
  ),
  cipherSuite: means(text, 'The suite that goes with protocol, by IANA name.', 'TLS_AES_128_GCM_SHA256'),
  sessionId: means(
    text,
    'Upper-case hex without colons; null in TLS 1.3, which has none, and where the server gave none.',
    null,
  ),
  creationTime: means(text, 'First byte of the handshake, ISO 8601 in UTC.', '2026-11-21T12:00:00.000Z'),
  lastAccessedTime: means(text, 'Last byte of the handshake, ISO 8601 in UTC.', '2026-11-21T12:00:00.041Z'),
  alpn: means(text, 'The application protocol chosen out of h2 and http/1.1 (RFC 7301); null where none was.', 'h2'),
  clientAuth: means(
    z.nullable(z.enum(['none', 'requested', 'required'])),
    'Whether the server asks for a certificate of the client’s, and insists on it.',
    'none',
  ),
  ocspStapled: means(flag, 'True when the server sent an OCSP response along (RFC 6066).', true),
  ocspStatus: means(
    z.nullable(z.enum(['good', 'revoked', 'unknown', 'invalid'])),
    'What the stapled response says; invalid: it does not verify. Null without one.',
    'good',
  ),
  sctCount: means(
    z.nullable(z.int()),
    'Signed certificate timestamps in the certificate, the handshake and the stapled response together.',
    2,
  ),
});

const protocols = z.object({
  supportedProtocols: means(
    z.array(TlsVersion),
    'What this product can test for, the newest first.',
    tlsVersions.toReversed(),
  ),
  enabledProtocols: means(z.array(TlsVersion), 'What this server accepted, the newest first.', ['TLSv1.3', 'TLSv1.2']),
});

const suites = z.object({
  supportedCiphers: means(z.array(z.string()), 'What this product can test for, by IANA name.', [
    'TLS_AES_128_GCM_SHA256',
  ]),
  enabledCiphers: means(z.array(z.string()), 'What this server accepted in any version, by IANA name.', [
    'TLS_AES_128_GCM_SHA256',
  ]),
  ciphersByProtocol: means(
    z.partialRecord(TlsVersion, z.array(z.string())),
    'For each accepted version its suites by IANA name: in the server’s order of choice where cipherOrder is server, else the strongest first.',
    { 'TLSv1.3': ['TLS_AES_128_GCM_SHA256'] },
  ),
  cipherOrder: means(
    z.partialRecord(TlsVersion, z.nullable(z.enum(['server', 'client']))),
    'For each accepted version whose order decides, by a hello with the order reversed; null with fewer than two suites, and in SSLv2.',
    { 'TLSv1.3': 'server', 'TLSv1.2': 'server' },
  ),
});

const groups = z.object({
  groups: means(z.array(z.string()), 'Accepted key-exchange groups by IANA name.', ['x25519', 'secp256r1']),
  minDhBits: means(
    z.nullable(z.int()),
    'Bits of the smallest finite-field Diffie-Hellman key it offered; null where it offered none.',
    2048,
  ),
  dhPrimes: means(
    z.array(
      z.object({
        bits: isEssential(means(z.int(), 'Its length.', 2048)),
        name: means(text, 'Whose it is: an RFC’s, or built into a program; null for any other.', 'group 14 (RFC 3526)'),
      }),
    ),
    'The primes of its Diffie-Hellman keys in finite fields up to TLS 1.2, at most eight.',
    [],
  ),
});

const security = z.object({
  securityInfo: means(
    z.object({
      tls13Supported: means(flag, 'The server accepted TLS 1.3.', true),
      hasKnownVulnerabilities: means(flag, 'vulnerabilities is not empty.', false),
      perfectForwardSecrecy: means(flag, 'cipherSuite has forward secrecy.', true),
      eccbased: means(flag, 'The server’s certificate has an elliptic-curve key.', true),
    }),
    'In short; null where it was not measured.',
  ),
});

const findings = z.object({
  vulnerabilities: means(
    z.array(VulnerabilityName),
    'Known attacks that this server’s configuration or program allows; ROBOT only where deep was asked for.',
    [],
  ),
  findings: means(z.array(Finding), 'The evidence of reasons and of vulnerabilities.'),
  notes: means(z.array(Note), 'What is worth knowing and no vulnerability: clients of today are not open to these.'),
});

const effort = z.object({
  connections: means(z.int(), 'TCP connections made, to all addresses together.', 63),
  partial: means(
    z.boolean(),
    'True when the check ended before everything was asked; what was not asked is in gaps by name.',
    false,
  ),
  partialReason: means(
    z.nullable(PartialReason),
    'Why the check ended early. limited_by_server: it stopped answering what it had answered before. address_limit: all checks together may open no more connections to this address for the moment.',
    null,
  ),
});

const AS_IN_ANSWER = 'Fields of the answer as they will stand in it; a later part of the same stage takes its place.';
const stage = <const Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape) =>
  z.object({ stage: means(z.literal(name), AS_IN_ANSWER, name), ...shape });

export const ssl = defineTool({
  id: 'ssl',
  path: '/api/v2/sslInfo',
  title: 'SSL Certificate Checker',
  summary: 'Check SSL certificate details for any domain',
  query: z.object({
    domain: means(
      sslTargetField,
      'A TLS server: host, host:port, an IP address (IPv6 in brackets before a port), or an https URL.',
      'example.com:8443',
    ),
    deep: means(
      choiceField('deep'),
      'true (or 1): also test for ROBOT, which sends secrets with wrong padding. Default false: it is not looked for.',
      'false',
    ),
    revocation: means(
      choiceField('revocation', { otherwise: true }),
      'false (or 0): do not ask the responders and lists that the certificates name. Default true; what the server staples is always read.',
      'true',
    ),
    starttls: means(
      optionalChoiceField('starttls', startTlsNames),
      'A protocol to begin in, in plain text, before TLS. Default: by the port, such as smtp on 25 and 587; none on others. Without a port in domain its own is taken.',
      'smtp',
    ),
    address: means(
      optionalAddressField('address'),
      'Which address of the name to measure. Default: the lowest that speaks TLS, IPv6 before IPv4.',
      '192.0.2.80',
    ),
  }),
  target: 'domain',
  data: z.object({
    ...target.shape,
    ...CertificateFields.shape,
    ...Judgement.shape,
    ...RevocationFields.shape,
    ...ServedFields.shape,
    ...TransparencyFields.shape,
    ...session.shape,
    ...protocols.shape,
    ...suites.shape,
    ...groups.shape,
    ...TlsBehaviour.shape,
    ...security.shape,
    ...findings.shape,
    ...effort.shape,
    clients: means(
      z.array(ClientOutcome),
      'Which well-known clients can connect, the commonest first; whether they trust the certificate is not part of it.',
    ),
  }),
  progress: z.discriminatedUnion('stage', [
    // After one handshake: everything that is said of the certificate.
    stage('certificate', {
      ...target.shape,
      ...CertificateFields.shape,
      ...Judgement.shape,
      ...TransparencyFields.shape,
      ...security.shape,
      findings: findings.shape.findings,
    }),
    stage('negotiated', { ...session.shape, ...security.shape }),
    stage('protocols', { ...protocols.shape, ...security.shape }),
    // More than once: as each version comes to its end.
    stage('suites', { ...suites.shape, connections: effort.shape.connections }),
    stage('groups', groups.shape),
    // When authorities have answered, which may be at any time: what follows from that for the judgement.
    stage('revocation', { ...RevocationFields.shape, ...Judgement.shape, findings: findings.shape.findings }),
    // More than once: as each address answers and each kind of key is met; what follows from that for the judgement.
    stage('served', { ...ServedFields.shape, ...Judgement.shape, findings: findings.shape.findings }),
    // More than once: as each part becomes known.
    stage('behaviour', TlsBehaviour.shape),
    stage('findings', { ...findings.shape, ...security.shape }),
  ]),
  failures: ['refused-target', 'not-found', 'source-failed', 'unreachable', 'protocol', 'timeout'],
  reasons: [
    'connection_refused',
    'unreachable',
    'reset',
    'timeout',
    'not_tls',
    'handshake_failed',
    'unrecognized_name',
    'invalid_response',
    'too_large',
    'no_address',
    'nxdomain',
    'servfail',
    'no_public_dns',
    'refused',
    'cname_loop',
    'special_use',
    'not_allowed_port',
    'denied',
  ],
  freshMs: () => 60_000,
  // Two checks a minute, each of up to 250 connections.
  recheckMs: 30_000,
  cost: 3,
  // Eight connections each, and one to each of fifteen other addresses; one check per target, so that nobody is asked twice at once.
  capacity: { lookups: 24, perTarget: 1 },
  // The engine stops itself after 20 s and answers with what it has.
  deadlineMs: () => 22_000,
  example: { domain: 'example.com' },
});
