import type { Note, ServedDifference, VulnerabilityName } from '../../../../index.ts';
import type { SslCode } from '../../explanations.ts';
import { client, type GoldenCase, measuredAddress } from './clean-answer.ts';

const differences: readonly (readonly [ServedDifference['name'], SslCode, fix: string | null])[] = [
  ['ADDRESSES', 'certificates-by-address', 'every machine behind the name'],
  ['KEY_TYPES', 'certificates-by-key-type', null],
  ['SAME_KEY', 'certificates-vary', 'every machine behind the name'],
  ['NO_SERVER_NAME', 'certificate-without-server-name', null],
  ['PROTOCOLS', 'versions-by-address', 'the same settings'],
];
const difference = (name: string) => ({ differences: [{ name, evidence: `What was seen of ${name}.` }] });
const other = (problem: string | null) => ({
  addresses: [measuredAddress, { address: '192.0.2.81', isMeasured: false, problem, certificate: null }],
});
const gap = (part: string) => ({ gaps: [{ part, code: 'timeout' }] });
const note = (name: Note['name'], evidence: string) => ({ notes: [{ name, evidence }] });
const [chrome, firefox] = ['Chrome, Edge (Chromium 156)', 'Firefox 153'] as const;

export const servedCases: readonly GoldenCase[] = [
  ...differences.map(
    ([name, code, fix]): GoldenCase => ({
      code,
      state: 'note',
      given: difference(name),
      nearest: difference('NO_ANSWER'),
      evidence: `What was seen of ${name}.`,
      fix,
    }),
  ),
  {
    code: 'address-without-tls',
    state: 'warn',
    given: other('connection-refused'),
    nearest: other(null),
    evidence: 'No certificate could be read at 192.0.2.81 (connection-refused).',
    fix: 'Start the service on port 443 there',
  },
  {
    code: 'address-without-tls',
    state: 'unknown',
    given: other('timeout'),
    nearest: other(null),
    evidence: 'No answer from 192.0.2.81 (timeout); the network of the Sonde server may be the cause.',
    fix: 'sonde ssl example.com --address 192.0.2.81',
  },
  {
    code: 'addresses-not-checked',
    state: 'unknown',
    given: other('not_asked'),
    nearest: other(null),
    evidence: '1 of 2 addresses were not checked: 192.0.2.81 (not asked).',
    fix: 'sonde ssl example.com --address 192.0.2.81',
  },
];

export const behaviourCases: readonly GoldenCase[] = [
  {
    code: 'browsers-connect',
    state: 'good',
    given: {},
    // A browser without a certificate does not get to see the site.
    nearest: { clientAuth: 'required' },
    evidence: 'These connect: Chrome, Edge (Chromium 156); Firefox 153.',
    fix: null,
  },
  {
    code: 'browsers-cannot-connect',
    state: 'bad',
    given: { clients: [client(chrome, false, 'No common key-exchange group.'), client(firefox)] },
    nearest: { clients: [client(chrome), client('OpenSSL 3', false, 'No common key-exchange group.')] },
    evidence: 'These cannot connect: Chrome, Edge (Chromium 156): No common key-exchange group.',
    fix: 'X25519 or P-256',
  },
  {
    code: 'browsers-cannot-connect',
    state: 'bad',
    given: {
      clients: [
        {
          ...client(chrome, false, 'The server answers with handshake_failure on its ClientHello.'),
          computed: 'It does not support the key of the certificate (P-521).',
        },
        client(firefox),
      ],
    },
    nearest: {},
    evidence:
      'These cannot connect: Chrome, Edge (Chromium 156): The server answers with handshake_failure on its ClientHello.',
    fix: 'Request a certificate for a key that browsers support',
  },
  {
    code: 'browsers-not-determined',
    state: 'unknown',
    given: { clients: [client(chrome, null, 'Not everything could be measured.'), client(firefox)] },
    nearest: { clients: [client(chrome), client('iOS 12', null, 'Not everything could be measured.')] },
    evidence: 'Not known for these: Chrome, Edge (Chromium 156): Not everything could be measured.',
    fix: 'Open the server in this browser',
  },
  {
    code: 'old-clients-cannot-connect',
    state: 'note',
    given: { clients: [client(chrome), client('iOS 12', false), client('Android 7.0, apps', false)] },
    nearest: { clients: [client(chrome, false), client('iOS 12')] },
    evidence: 'These cannot connect: iOS 12, Android 7.0, apps.',
    fix: null,
  },
  {
    code: 'client-certificate-wanted',
    state: 'note',
    given: { clientAuth: 'required', peerPort: 6379 },
    nearest: { clientAuth: null, peerPort: 6379 },
    evidence: 'It ends the handshake if the client has no certificate.',
    fix: 'turn off the request for client certificates',
  },
  {
    code: 'client-certificate-wanted',
    state: 'warn',
    given: { clientAuth: 'required' },
    nearest: { clientAuth: 'requested' },
    evidence: 'It ends the handshake if the client has no certificate.',
    fix: 'turn off the request for client certificates',
  },
  {
    code: 'extension-intolerance',
    state: 'warn',
    given: note('EXTENSION_INTOLERANCE', 'The server closes the connection on a ClientHello with server_name.'),
    nearest: note('LUCKY13', 'The server accepts a CBC suite.'),
    evidence: 'The server closes the connection on a ClientHello with server_name.',
    fix: 'load balancer or firewall',
  },
  {
    code: 'long-hello-unanswered',
    state: 'bad',
    given: {
      ...note(
        'LONG_HELLO',
        'A ClientHello of 517 octets was answered; that of Chromium, with 1777 octets, was not, twice.',
      ),
      clients: [client(chrome, false, 'The server stays silent on its ClientHello.')],
    },
    nearest: { clients: [client(chrome, false, 'The server stays silent on its ClientHello.')] },
    evidence: `A ClientHello of 517 octets was answered; that of Chromium, with 1777 octets, was not, twice. No answer for: ${chrome}.`,
    fix: 'firewall or load balancer',
  },
  {
    code: 'long-hello-unanswered',
    state: 'warn',
    given: { ...note('LONG_HELLO', 'A ClientHello of 517 octets was answered.'), startTls: 'smtp', peerPort: 25 },
    nearest: { startTls: 'smtp', peerPort: 25 },
    evidence: 'A ClientHello of 517 octets was answered.',
    fix: 'firewall or load balancer',
  },
  {
    code: 'no-fallback-protection',
    state: 'warn',
    given: { fallbackScsv: false, enabledProtocols: ['TLSv1.2', 'TLSv1'] },
    // In TLS 1.3, the random value of the server reveals a downgrade to TLS 1.2.
    nearest: { fallbackScsv: false, enabledProtocols: ['TLSv1.3', 'TLSv1.2'] },
    evidence: 'It accepts a ClientHello with TLS_FALLBACK_SCSV, and supports TLSv1.2, TLSv1.',
    fix: 'Update the TLS library',
  },
  {
    code: 'client-renegotiation',
    state: 'warn',
    given: { clientRenegotiation: true },
    nearest: { clientRenegotiation: null },
    evidence: 'The server began a second handshake at the client’s request.',
    fix: 'After R and Return, the connection must end. Verify with: openssl s_client -connect example.com:443 -servername example.com -tls1_2',
  },
  {
    code: 'long-ticket-lifetime',
    state: 'note',
    given: { ticketLifetimeSeconds: 172_800 },
    nearest: { ticketLifetimeSeconds: 86_400 },
    evidence: 'Its session tickets are valid for 48 hours.',
    fix: 'to a few hours',
  },
  {
    code: 'early-data',
    state: 'note',
    given: { earlyData: true, maxEarlyDataBytes: 16_384 },
    nearest: { earlyData: null, maxEarlyDataBytes: null },
    evidence: 'Its session tickets allow 16384 octets of early data.',
    fix: 'Disable early data',
  },
  {
    code: 'no-resumption',
    state: 'note',
    given: { resumption: false },
    nearest: { resumption: null },
    evidence: 'A second connection needed a full handshake.',
    fix: 'session cache',
  },
  {
    code: 'no-http2',
    state: 'note',
    given: { alpnProtocols: ['http/1.1'] },
    nearest: { alpnProtocols: ['http/1.1'], peerPort: 8443 },
    evidence: 'By ALPN, it selects http/1.1.',
    fix: '-alpn h2',
  },
  {
    code: 'check-incomplete',
    state: 'unknown',
    given: { ...gap('TLSv1.1'), partial: true, partialReason: 'limited_by_server' },
    nearest: gap('revocation'),
    evidence:
      'Not measured completely: TLSv1.1. The server stopped answering handshakes that it had answered before, which suggests a connection limit.',
    fix: 'Check again in a few minutes',
  },
];

const attacks: readonly (readonly [VulnerabilityName, SslCode, 'warn' | 'bad', fix: string])[] = [
  ['HEARTBLEED', 'heartbleed', 'bad', 'replace keys and certificates'],
  ['CCS', 'ccs-injection', 'bad', 'Update OpenSSL'],
  ['ROBOT', 'robot', 'bad', 'begins with TLS_RSA'],
  ['POODLE', 'poodle', 'bad', 'Disable SSLv3'],
  ['DROWN', 'drown', 'bad', 'Disable SSLv2'],
  ['FREAK', 'freak', 'bad', 'Disable export suites'],
  ['LOGJAM', 'logjam', 'warn', 'begins with TLS_DHE'],
  ['SWEET32', 'sweet32', 'warn', 'Disable 3DES'],
  ['RC4', 'rc4', 'bad', 'Disable RC4'],
  ['NULL', 'null-encryption', 'bad', 'Disable the NULL suites'],
  ['ANON', 'anonymous-suites', 'bad', 'Disable anonymous suites'],
  ['CRIME', 'crime', 'warn', 'Disable TLS compression'],
  ['INSECURE_RENEGOTIATION', 'insecure-renegotiation', 'bad', 'RFC 5746'],
];
const attack = (name: string) => ({
  vulnerabilities: [name],
  observations: [{ name, evidence: `What was seen of ${name}.` }],
});

export const vulnerabilityCases: readonly GoldenCase[] = [
  ...attacks.map(([name, code, state, fix], place): GoldenCase => {
    const [next = name] = attacks[(place + 1) % attacks.length] ?? [];
    return { code, state, given: attack(name), nearest: attack(next), evidence: `What was seen of ${name}.`, fix };
  }),
  {
    code: 'logjam',
    state: 'bad',
    given: { ...attack('LOGJAM'), minDhBits: 512, minAuthenticatedDhBits: 512 },
    nearest: { ...attack('LOGJAM'), minDhBits: 512, minAuthenticatedDhBits: 1024 },
    evidence: 'What was seen of LOGJAM.',
    fix: 'Disable DHE',
  },
  {
    code: 'anonymous-suites',
    state: 'note',
    given: note('ANON', 'The server accepts TLS_DH_anon_WITH_AES_128_CBC_SHA.'),
    nearest: note('LUCKY13', 'The server accepts a CBC suite.'),
    evidence: 'The server accepts TLS_DH_anon_WITH_AES_128_CBC_SHA.',
    fix: null,
  },
  {
    code: 'vulnerability-not-tested',
    state: 'unknown',
    given: { untested: ['ROBOT'], ...gap('ROBOT') },
    nearest: { untested: [] },
    evidence: 'Neither found nor ruled out: ROBOT.',
    fix: 'Check again',
  },
  {
    code: 'no-known-vulnerability',
    state: 'good',
    given: {},
    nearest: { untested: ['ROBOT'] },
    evidence:
      'Tested for and not found: HEARTBLEED, CCS, ROBOT, POODLE, DROWN, FREAK, LOGJAM, SWEET32, RC4, NULL, ANON, CRIME, INSECURE_RENEGOTIATION.',
    fix: null,
  },
];
