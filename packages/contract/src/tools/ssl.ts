import * as z from 'zod/mini';
import { choiceField, sslTargetField } from '../query.ts';
import { Certificate, PathCertificate, PublicKey } from '../tls/certificate.ts';
import { Finding, Note, PartialReason, TlsVersion, UntrustedReason, VulnerabilityName } from '../tls/judgement.ts';
import { defineTool } from '../tool.ts';

const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());

const target = z.object({
  /** `host`, or `host:port` where the port is not 443; IPv6 in brackets before a port. */
  domain: z.string(),
  peerHost: z.string(),
  peerPort: z.int(),
  /** The address that was measured; all connections of a check go to this one. */
  address: z.string(),
  /** The protocol that was asked to switch to TLS, by the port; null where TLS begins at once. */
  startTls: z.nullable(z.enum(['smtp', 'imap', 'pop3'])),
});

/** Of the certificate that a current client gets. Names and texts in it are its issuer's words: hostile. */
const certificate = z.object({
  /** RFC 4514 strings. */
  subject: text,
  issuer: text,
  /** ISO 8601 in UTC. */
  validFrom: text,
  validUntil: text,
  /** Upper-case hex with colons. */
  serialNumber: text,
  /** 3 for X.509v3. */
  version: z.nullable(z.int()),
  signatureAlgorithm: text,
  certificateFingerprints: z.object({ 'SHA-1': text, 'SHA-256': text }),
  /** DNS names, addresses and the rest, without prefix. */
  subjectAlternativeNames: z.array(z.string()),
  key: z.nullable(PublicKey),
  /** `digitalSignature` … (RFC 5280 section 4.2.1.3) and `serverAuth` … (4.2.1.12), unknown ones as identifiers in dots. */
  keyUsages: z.array(z.string()),
  extendedKeyUsages: z.array(z.string()),
  /** As the server sent it, in its order. */
  certificateChain: z.array(Certificate),
  /** As it verifies, from the server's certificate to the trust anchor; empty when no path was found. */
  builtChain: z.array(PathCertificate),
  /** RFC 4514 name of the certificate that is needed and was not sent; null when none is missing. */
  missingIssuer: text,
  /** The chain as sent, in PEM (RFC 7468). */
  pem: text,
});

const judgement = z.object({
  valid: z.boolean(),
  /** Why `valid` is false, the gravest first; each has its evidence in `findings`. */
  reasons: z.array(UntrustedReason),
});

/** What a current client negotiates. */
const session = z.object({
  protocol: z.nullable(TlsVersion),
  /** IANA name. */
  cipherSuite: text,
  /** Hex in upper case without colons; null in TLS 1.3, which has none, and where the server gave none. */
  sessionId: text,
  /** First and last byte of the handshake, ISO 8601 in UTC. */
  creationTime: text,
  lastAccessedTime: text,
  /** The application protocol chosen out of `h2` and `http/1.1` (RFC 7301); null where none was. */
  alpn: text,
  /** Whether the server asks for a certificate of the client's, and insists on it. */
  clientAuth: z.nullable(z.enum(['none', 'requested', 'required'])),
  ocspStapled: flag,
  ocspStatus: z.nullable(z.enum(['good', 'revoked', 'unknown', 'invalid'])),
  /** Signed certificate timestamps in the certificate, the handshake and the stapled response together. */
  sctCount: z.nullable(z.int()),
});

const protocols = z.object({
  /** What Sonde can test for. */
  supportedProtocols: z.array(TlsVersion),
  /** What this server accepted, the newest first. */
  enabledProtocols: z.array(TlsVersion),
});

const suites = z.object({
  /** IANA names: what Sonde can test for, and what this server accepted in any version. */
  supportedCiphers: z.array(z.string()),
  enabledCiphers: z.array(z.string()),
  /** Per accepted version, in the server's order of choice. */
  ciphersByProtocol: z.partialRecord(TlsVersion, z.array(z.string())),
});

const groups = z.object({
  /** Accepted key-exchange groups by IANA name. */
  groups: z.array(z.string()),
  /** Bits of the smallest finite-field Diffie-Hellman key it offered; null where it offered none. */
  minDhBits: z.nullable(z.int()),
});

const security = z.object({
  securityInfo: z.object({
    tls13Supported: flag,
    /** `vulnerabilities` is not empty. */
    hasKnownVulnerabilities: flag,
    /** Of `cipherSuite`. */
    perfectForwardSecrecy: flag,
    /** The server's certificate has an elliptic-curve key. */
    eccbased: flag,
  }),
});

const findings = z.object({
  vulnerabilities: z.array(VulnerabilityName),
  /** The evidence of `reasons` and of `vulnerabilities`. */
  findings: z.array(Finding),
  notes: z.array(Note),
});

const effort = z.object({
  /** TCP connections made to the server. */
  connections: z.int(),
  /** True when the check ended before everything was asked; what was not asked is in `gaps` by name. */
  partial: z.boolean(),
  partialReason: z.nullable(PartialReason),
});

/** Every part is fields of the answer as they will stand in it; a later part of the same stage takes its place. */
const stage = <const Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape) =>
  z.object({ stage: z.literal(name), ...shape });

export const ssl = defineTool({
  id: 'ssl',
  path: '/api/v2/sslInfo',
  title: 'SSL Certificate Checker',
  summary: 'Check SSL certificate details for any domain',
  /** `deep`: also tests for ROBOT, which sends secrets with wrong padding. Not asked, it is not looked for. */
  query: z.object({ domain: sslTargetField, deep: choiceField('deep') }),
  target: 'domain',
  data: z.object({
    ...target.shape,
    ...certificate.shape,
    ...judgement.shape,
    ...session.shape,
    ...protocols.shape,
    ...suites.shape,
    ...groups.shape,
    ...security.shape,
    ...findings.shape,
    ...effort.shape,
  }),
  progress: z.discriminatedUnion('stage', [
    // After one handshake: everything that is said of the certificate.
    stage('certificate', {
      ...target.shape,
      ...certificate.shape,
      ...judgement.shape,
      ...security.shape,
      findings: findings.shape.findings,
    }),
    stage('negotiated', { ...session.shape, ...security.shape }),
    stage('protocols', { ...protocols.shape, ...security.shape }),
    // More than once: as each version comes to its end.
    stage('suites', { ...suites.shape, connections: effort.shape.connections }),
    stage('groups', groups.shape),
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
    'refused',
    'cname_loop',
    'special_use',
    'not_allowed_port',
    'denied',
  ],
  freshMs: () => 60_000,
  cost: 3,
  // Eight connections each; one check per target, so that nobody is asked twice at once.
  capacity: { lookups: 24, perTarget: 1 },
  // The engine stops itself after 20 s and answers with what it has.
  deadlineMs: () => 22_000,
  example: { domain: 'example.com' },
});
