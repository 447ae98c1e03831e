import type { OverQuic } from '../../../../tls/over-quic.ts';
import type { GoldenCase } from './clean-answer.ts';

const works: OverQuic = {
  h3: true,
  reason: 'handshake',
  detail: null,
  versions: ['00000001'],
  version: '00000001',
  alpn: 'h3',
  group: 'X25519MLKEM768',
  cipherSuite: 'TLS_AES_128_GCM_SHA256',
  certificate: null,
  isProven: true,
  retry: false,
  needsShortHello: false,
};
const certificate = {
  subject: 'CN=example.com',
  issuer: 'CN=Example CA',
  validUntil: '2026-12-30T23:59:59.000Z',
  fingerprint: 'DD',
  chainLength: 2,
  valid: true,
  reasons: [],
};
const silent: OverQuic = { ...works, h3: null, reason: 'silent', versions: null, version: null, isProven: false };
const overTcp = { certificateFingerprints: { 'SHA-1': null, 'SHA-256': 'AA' } };
const groups = ['X25519MLKEM768', 'x25519'];
const quic = (given: Partial<OverQuic>) => ({ ...overTcp, groups, quic: { ...works, ...given } });

export const quicCases: readonly GoldenCase[] = [
  {
    code: 'http3',
    state: 'good',
    given: { quic: works },
    nearest: { quic: null },
    evidence: 'Over QUIC version 1, it selects h3 with TLS_AES_128_GCM_SHA256 and X25519MLKEM768.',
    fix: null,
  },
  {
    code: 'http3-fails',
    state: 'note',
    given: quic({ h3: false, reason: 'no-application-protocol', detail: 'no_application_protocol', isProven: false }),
    nearest: { quic: { ...silent, h3: false, reason: 'closed' } },
    evidence:
      'It answers over QUIC, but no handshake for h3 was completed: no application protocol (no_application_protocol).',
    fix: 'Enable HTTP/3',
  },
  {
    code: 'http3-fails',
    state: 'note',
    given: quic({ isProven: false }),
    nearest: { quic: silent },
    evidence: 'It selects h3 over QUIC, but its signature does not fit its certificate.',
    fix: 'Enable HTTP/3',
  },
  {
    code: 'http3-other-certificate',
    state: 'note',
    given: quic({ certificate }),
    nearest: quic({ certificate: { ...certificate, fingerprint: 'AA' } }),
    evidence: 'Over QUIC: DD, valid until 2026-12-30. Over TCP: AA.',
    fix: 'the same certificate',
  },
  {
    code: 'http3-other-certificate',
    state: 'warn',
    given: quic({ certificate: { ...certificate, valid: false, reasons: ['expired'] } }),
    nearest: quic({ certificate }),
    evidence: 'Over QUIC: DD, valid until 2026-12-30, which clients do not trust (expired). Over TCP: AA.',
    fix: 'reload the server after each renewal',
  },
  {
    code: 'http3-without-post-quantum',
    state: 'note',
    given: quic({ group: 'x25519' }),
    nearest: quic({ group: 'x25519', needsShortHello: true }),
    evidence: 'Over TCP, it accepts X25519MLKEM768; over QUIC, it selected x25519 although X25519MLKEM768 was offered.',
    fix: 'QUIC library',
  },
];
