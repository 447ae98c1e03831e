import { type AnswerOf, type ProgressOf, ssl } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';

type SslAnswer = AnswerOf<typeof ssl>;
type SslPart = ProgressOf<typeof ssl>;

const DAY_MS = 86_400_000;
const inDays = (days: number) => `${new Date(Date.now() + days * DAY_MS + 60_000).toISOString().slice(0, 19)}Z`;

const leaf = {
  subject: 'CN=example.com,O=Example Org',
  issuer: 'CN=Example TLS CA 1,O=Example CA Inc',
  validFrom: inDays(-112),
  validUntil: inDays(38),
  serialNumber: '0A:D8:93:BA:FA:68:B0:B7:FB:7A:40:4F:06:EC:AF:9A',
  signatureAlgorithm: 'SHA256withECDSA',
};
const intermediate = {
  ...leaf,
  subject: leaf.issuer,
  issuer: 'CN=Example Root G3',
  validFrom: inDays(-900),
  validUntil: inDays(1604),
  serialNumber: '1B',
  fingerprint: 'BB:BB',
  selfSigned: false,
};
const root = {
  ...intermediate,
  subject: intermediate.issuer,
  serialNumber: '01',
  fingerprint: 'CC:CC',
  selfSigned: true,
};
const served = { ...leaf, fingerprint: 'AA:AA', selfSigned: false };

const security = { tls13Supported: true, hasKnownVulnerabilities: false, perfectForwardSecrecy: true, eccbased: true };
const suites = ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'];

const clients: SslAnswer['clients'] = [
  {
    client: 'Firefox 153',
    source: 'hello of Firefox ESR 153.7',
    connects: true,
    protocol: 'TLSv1.3',
    cipherSuite: 'TLS_AES_128_GCM_SHA256',
    isChecked: true,
    computed: 'It would connect by TLSv1.3 with TLS_AES_256_GCM_SHA384.',
    why: null,
  },
  {
    client: 'Windows XP, Internet Explorer 8',
    source: 'hello in the fingerprints of p0f for TLS',
    connects: false,
    protocol: null,
    cipherSuite: null,
    why: 'It knows no version beside TLSv1, SSLv3.',
  },
];
const notRevoked: Pick<SslAnswer, 'revocation' | 'issuerRevocations'> = {
  revocation: {
    status: 'good',
    source: 'crl',
    revokedAt: null,
    thisUpdate: '2026-11-21T06:00:00.000Z',
    nextUpdate: '2026-11-28T06:00:00.000Z',
    why: null,
  },
  issuerRevocations: [],
};
const transparency: SslAnswer['transparency'] = {
  timestamps: [
    {
      log: "Google 'Argon2027h1'",
      operator: 'Google',
      kind: 'rfc6962',
      logId: '1tWNqdAXU/NqSqDHV0kCr+vH3CzTjNn3ZMgMiRkenwI=',
      origin: 'certificate',
      time: '2026-08-02T10:11:12.345Z',
      status: 'valid',
      retiredAt: null,
      why: null,
    },
    {
      log: null,
      operator: null,
      kind: null,
      logId: 'pcl4kl1XRheChw3YiWYLXFVki30AQPLsB2hR0YhpGfc=',
      origin: 'certificate',
      time: '2026-08-02T10:11:12.400Z',
      status: 'unknown_log',
      retiredAt: null,
      why: null,
    },
  ],
  validCount: 1,
  operatorCount: 1,
  isPublic: true,
  policies: [
    {
      policy: 'Chrome',
      met: null,
      why: 'It needs timestamps of 2 logs in the certificate, and 1 count. It would be met if those that could not be verified were good.',
    },
    { policy: 'Apple', met: true, why: null },
  ],
  logList: { source: 'Chrome’s list of logs', date: '2026-10-05T13:39:47.000Z', isOutdated: false },
};

/** One address, and one certificate for every client. */
const oneForAll: Pick<SslAnswer, 'addresses' | 'servedCertificates' | 'differences'> = {
  addresses: [
    {
      address: '192.0.2.44',
      isMeasured: true,
      problem: null,
      protocol: 'TLSv1.3',
      certificate: 1,
      otherCertificates: [],
      certificateWithoutName: 1,
      refusesWithoutName: false,
    },
  ],
  servedCertificates: [
    {
      number: 1,
      subject: leaf.subject,
      issuer: leaf.issuer,
      validFrom: leaf.validFrom,
      validUntil: leaf.validUntil,
      key: { type: 'EC', bits: 256, curve: 'P-256' },
      fingerprint: '45:5D:A8',
      chainLength: 2,
      valid: true,
      reasons: [],
      decides: true,
    },
  ],
  differences: [],
};

const quic: SslAnswer['quic'] = {
  h3: true,
  reason: 'handshake',
  detail: null,
  versions: ['00000001', '6b3343cf', 'ff00001d', '709a50c4'],
  version: '00000001',
  alpn: 'h3',
  group: 'X25519MLKEM768',
  cipherSuite: 'TLS_AES_128_GCM_SHA256',
  certificate: {
    subject: leaf.subject,
    issuer: leaf.issuer,
    validUntil: leaf.validUntil,
    fingerprint: '45:5D:A8',
    chainLength: 2,
    valid: true,
    reasons: [],
  },
  isProven: true,
  retry: false,
  needsShortHello: false,
};

const alike = { ...notRevoked, ...oneForAll, transparency, quic, untested: [] };

const judged = { about: 'example.com', fix: null } as const;
/** One on the certificate, one on the server. */
const findings: NonNullable<SslAnswer['findings']> = [
  { ...judged, code: 'certificate-trusted', state: 'good', evidence: 'It leads to a trusted root.' },
  { ...judged, code: 'current-versions', state: 'good', evidence: 'It accepts TLSv1.3 and TLSv1.2.' },
];

/** The answer for a current, well-configured server. */
export function sslAnswer(more: Partial<SslAnswer> = {}): SslAnswer {
  return answerOf(ssl, {
    domain: 'example.com',
    peerHost: 'example.com',
    peerPort: 443,
    address: '192.0.2.44',
    startTls: null,
    ...leaf,
    version: 3,
    certificateFingerprints: { 'SHA-1': '30:9A:B8', 'SHA-256': '45:5D:A8' },
    subjectAlternativeNames: ['example.com', 'www.example.com', '*.example.org'],
    key: { type: 'EC', bits: 256, curve: 'P-256' },
    keyUsages: ['digitalSignature'],
    extendedKeyUsages: ['serverAuth'],
    certificateChain: [served, intermediate],
    builtChain: [
      { ...served, origin: 'server' },
      { ...intermediate, origin: 'server' },
      { ...root, origin: 'anchor' },
    ],
    missingIssuer: null,
    pem: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
    valid: true,
    reasons: [],
    ...alike,
    protocol: 'TLSv1.3',
    cipherSuite: 'TLS_AES_256_GCM_SHA384',
    sessionId: null,
    creationTime: '2026-11-21T13:32:08.100Z',
    lastAccessedTime: '2026-11-21T13:32:08.190Z',
    alpn: 'h2',
    clientAuth: 'none',
    ocspStapled: false,
    ocspStatus: null,
    sctCount: 2,
    supportedProtocols: ['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'],
    enabledProtocols: ['TLSv1.3', 'TLSv1.2'],
    supportedCiphers: [...suites, 'TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'],
    enabledCiphers: suites,
    ciphersByProtocol: { 'TLSv1.3': suites.slice(0, 2), 'TLSv1.2': suites.slice(2) },
    cipherOrder: { 'TLSv1.3': 'server', 'TLSv1.2': null },
    groups: ['X25519MLKEM768', 'x25519', 'secp256r1'],
    minDhBits: null,
    dhPrimes: [],
    alpnProtocols: ['h2', 'http/1.1'],
    sessionTickets: true,
    ticketLifetimeSeconds: 7200,
    resumption: true,
    earlyData: false,
    maxEarlyDataBytes: 0,
    clientRenegotiation: false,
    fallbackScsv: true,
    compression: false,
    clients,
    hangsUpOn: [],
    securityInfo: security,
    vulnerabilities: [],
    observations: [],
    notes: [],
    findings,
    connections: 25,
    partial: false,
    partialReason: null,
    ...more,
  });
}

/** The parts in which an answer arrives, in their usual order. */
export function sslParts(answer: SslAnswer): { readonly [Stage in SslPart['stage']]: SslPart } {
  const { eccbased } = answer.securityInfo;
  const early = { tls13Supported: null, hasKnownVulnerabilities: null, perfectForwardSecrecy: null, eccbased };
  return {
    certificate: { ...answer, stage: 'certificate', securityInfo: early },
    negotiated: { ...answer, stage: 'negotiated', securityInfo: { ...early, perfectForwardSecrecy: true } },
    protocols: {
      ...answer,
      stage: 'protocols',
      securityInfo: { ...answer.securityInfo, hasKnownVulnerabilities: null },
    },
    suites: { ...answer, stage: 'suites' },
    groups: { ...answer, stage: 'groups' },
    behaviour: { ...answer, stage: 'behaviour' },
    revocation: { ...answer, stage: 'revocation' },
    served: { ...answer, stage: 'served' },
    quic: { ...answer, stage: 'quic' },
    observations: { ...answer, stage: 'observations' },
  };
}
