import type { TlsVersion } from '../../../../tls/judgement.ts';
import type { SslCode } from '../../explanations.ts';
import type { GoldenCase } from './clean-answer.ts';

const ofVersion = (version: TlsVersion, ...suites: string[]) => ({
  enabledProtocols: ['TLSv1.3', 'TLSv1.2', version],
  ciphersByProtocol: { [version]: suites },
});
const suites = (...enabledCiphers: string[]) => ({ enabledCiphers });
const ECDHE = 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256';
const RSA = 'TLS_RSA_WITH_AES_128_GCM_SHA256';
const CBC = 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA';
const gaps = (part: string) => ({ gaps: [{ part, code: 'timeout' }] });
const info = (perfectForwardSecrecy: boolean) => ({ securityInfo: { perfectForwardSecrecy } });

const old: readonly (readonly [TlsVersion, SslCode, 'bad' | 'warn', name: string])[] = [
  ['SSLv2', 'sslv2-enabled', 'bad', 'SSLv2'],
  ['SSLv3', 'sslv3-enabled', 'bad', 'SSLv3'],
  ['TLSv1', 'tls10-enabled', 'warn', 'TLS 1.0'],
  ['TLSv1.1', 'tls11-enabled', 'warn', 'TLS 1.1'],
];

export const suiteCases: readonly GoldenCase[] = [
  ...old.map(([version, code, state, name], place): GoldenCase => {
    const [next = version] = old[(place + 1) % old.length] ?? [];
    return {
      code,
      state,
      given: ofVersion(version, CBC),
      nearest: ofVersion(next, CBC),
      evidence: `The server accepts ${name} with 1 suite.`,
      fix: `Disable ${name}`,
    };
  }),
  {
    code: 'tls12-missing',
    state: 'note',
    given: { enabledProtocols: ['TLSv1.3'] },
    nearest: { enabledProtocols: ['TLSv1.3'], ...gaps('TLSv1.2') },
    evidence: 'The server accepts TLSv1.3.',
    fix: null,
  },
  {
    code: 'tls13-missing',
    state: 'note',
    given: { enabledProtocols: ['TLSv1.2'] },
    nearest: { enabledProtocols: ['TLSv1.2'], ...gaps('TLSv1.3') },
    evidence: 'The server accepts TLSv1.2.',
    fix: '-tls1_3',
  },
  {
    code: 'no-current-version',
    state: 'bad',
    given: { enabledProtocols: ['TLSv1.1', 'TLSv1'] },
    nearest: { enabledProtocols: ['TLSv1.1', 'TLSv1'], ...gaps('TLSv1.2') },
    evidence: 'The server accepts TLSv1.1, TLSv1.',
    fix: 'Enable TLS 1.2 and TLS 1.3',
  },
  {
    code: 'current-versions',
    state: 'good',
    given: {},
    nearest: gaps('SSLv2'),
    evidence: 'Of the six protocol versions, it accepts TLSv1.3, TLSv1.2.',
    fix: null,
  },
  {
    code: 'export-suites',
    state: 'bad',
    given: suites(ECDHE, 'TLS_RSA_EXPORT_WITH_RC4_40_MD5'),
    nearest: suites(ECDHE, 'TLS_RSA_WITH_RC4_128_MD5'),
    evidence: 'The server accepts TLS_RSA_EXPORT_WITH_RC4_40_MD5.',
    fix: 'ECDHE',
  },
  {
    code: 'des-suites',
    state: 'bad',
    given: suites(ECDHE, 'TLS_RSA_WITH_DES_CBC_SHA'),
    nearest: suites(ECDHE, 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'),
    evidence: 'The server accepts TLS_RSA_WITH_DES_CBC_SHA.',
    fix: 'ECDHE',
  },
  {
    code: 'no-forward-secrecy',
    state: 'warn',
    given: { ...suites(RSA), ...info(false), cipherSuite: RSA },
    nearest: { ...suites(RSA, ECDHE), ...info(true) },
    evidence: `The negotiated suite is ${RSA}.`,
    fix: 'Put ECDHE suites first',
  },
  {
    code: 'suites-without-forward-secrecy',
    state: 'warn',
    given: { ...suites(RSA, ECDHE), ...info(true) },
    nearest: { ...suites('TLS_DHE_RSA_WITH_AES_128_GCM_SHA256', ECDHE), ...info(true) },
    evidence: `The server also accepts ${RSA}.`,
    fix: 'ECDHE',
  },
  {
    code: 'forward-secrecy',
    state: 'good',
    given: {},
    nearest: suites(ECDHE, 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256'),
    evidence: 'All 2 suites that the server accepts have forward secrecy.',
    fix: null,
  },
  {
    code: 'finite-field-dh',
    state: 'note',
    given: suites(ECDHE, 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256'),
    nearest: { ...suites(ECDHE, 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256'), minDhBits: 1536, minAuthenticatedDhBits: 1536 },
    evidence: 'The server accepts TLS_DHE_RSA_WITH_AES_128_GCM_SHA256.',
    fix: 'ECDHE',
  },
  {
    code: 'cbc-suites',
    state: 'note',
    given: { ...suites(CBC, ECDHE), notes: [{ name: 'LUCKY13', evidence: `The server accepts ${CBC}.` }] },
    nearest: { ...suites(CBC), notes: [{ name: 'LUCKY13', evidence: `The server accepts ${CBC}.` }] },
    evidence: `The server accepts ${CBC}.`,
    fix: 'ECDHE',
  },
  {
    code: 'cbc-only',
    state: 'warn',
    given: suites(CBC),
    nearest: suites(CBC, 'TLS_CHACHA20_POLY1305_SHA256'),
    evidence: `The server accepts ${CBC}, and no AEAD suite.`,
    fix: 'AES-GCM',
  },
  {
    code: 'beast',
    state: 'note',
    given: { notes: [{ name: 'BEAST', evidence: `The server accepts ${CBC} in TLS 1.0 or older.` }] },
    nearest: { notes: [{ name: 'LUCKY13', evidence: `The server accepts ${CBC}.` }] },
    evidence: `The server accepts ${CBC} in TLS 1.0 or older.`,
    fix: 'Accept only TLS 1.2 and TLS 1.3',
  },
  {
    code: 'client-order',
    state: 'note',
    given: { cipherOrder: { 'TLSv1.2': 'client' }, ciphersByProtocol: { 'TLSv1.2': [ECDHE, RSA] } },
    nearest: { cipherOrder: { 'TLSv1.2': 'client' }, ciphersByProtocol: { 'TLSv1.2': [ECDHE] } },
    evidence: `The server follows the client’s order, and accepts for example ${RSA} in TLSv1.2.`,
    fix: 'enforce the server’s order',
  },
  {
    code: 'short-dh-key',
    state: 'warn',
    given: { minDhBits: 1024, minAuthenticatedDhBits: 1536 },
    nearest: { minDhBits: 1024, minAuthenticatedDhBits: 2048 },
    evidence: 'The smallest key has 1536 bits; at least 2048 are required.',
    fix: 'Disable DHE',
  },
  {
    code: 'weak-group',
    state: 'warn',
    given: { groups: ['x25519', 'secp192r1'] },
    nearest: { groups: ['x25519', 'secp224r1'] },
    evidence: 'The server accepts secp192r1.',
    fix: 'X25519',
  },
  {
    code: 'no-post-quantum-group',
    state: 'note',
    given: { groups: ['x25519'] },
    nearest: { groups: ['x25519'], ...gaps('groups') },
    evidence: 'The server accepts x25519.',
    fix: 'OpenSSL 3.5 and newer',
  },
  {
    code: 'post-quantum-group',
    state: 'good',
    given: {},
    nearest: { groups: ['X25519Kyber768Draft00', 'x25519'] },
    evidence: 'The server accepts X25519MLKEM768.',
    fix: null,
  },
];
