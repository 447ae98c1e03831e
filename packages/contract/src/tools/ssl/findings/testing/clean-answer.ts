import type { FindingState } from '../../../../finding/finding.ts';
import { answerOf } from '../../../../testing/answer-of.ts';
import { ssl } from '../../contract.ts';
import type { SslCode } from '../../explanations.ts';

type Given = Parameters<typeof answerOf<typeof ssl>>[1];

/** An answer with a finding, and the most similar one without it. */
export interface GoldenCase {
  readonly code: SslCode;
  readonly state: FindingState;
  readonly given: Given;
  readonly nearest: Given;
  /** The evidence, word for word. */
  readonly evidence: string;
  /** A part of the fix; null if there is none. */
  readonly fix: string | null;
}

export const leaf = {
  subject: 'CN=example.com',
  issuer: 'CN=Example CA',
  serialNumber: '01',
  fingerprint: 'AA',
  selfSigned: false,
};
export const intermediate = { ...leaf, subject: 'CN=Example CA', issuer: 'CN=Example Root', fingerprint: 'BB' };
export const root = { ...intermediate, subject: 'CN=Example Root', fingerprint: 'CC', selfSigned: true };
export const builtChain = [
  { ...leaf, origin: 'server' },
  { ...intermediate, origin: 'server' },
  { ...root, origin: 'anchor' },
];

export const client = (name: string, connects: boolean | null = true, why: string | null = null) => ({
  client: name,
  connects,
  why,
});

export const measuredAddress = { address: '192.0.2.80', isMeasured: true, problem: null, certificate: 1 };

const strong = ['TLS_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'];

/** A server with good findings only. */
export function cleanAnswer(given: Given = {}): ReturnType<typeof answerOf<typeof ssl>> {
  return answerOf(ssl, {
    checkedAt: '2026-11-22T00:00:00.000Z',
    valid: true,
    missingIssuer: null,
    certificateChain: [leaf, intermediate],
    builtChain,
    revocation: { status: 'good', source: 'crl', thisUpdate: '2026-11-21T06:00:00.000Z', why: null },
    transparency: {
      timestamps: [],
      validCount: 3,
      operatorCount: 2,
      isPublic: true,
      policies: [
        { policy: 'Chrome', met: true, why: null },
        { policy: 'Apple', met: true, why: null },
      ],
      logList: { source: 'Chrome', date: '2026-10-05T13:39:47.000Z', isOutdated: false },
    },
    enabledCiphers: strong,
    ciphersByProtocol: { 'TLSv1.3': strong.slice(0, 1), 'TLSv1.2': strong.slice(1) },
    cipherOrder: { 'TLSv1.3': null, 'TLSv1.2': null },
    groups: ['X25519MLKEM768', 'x25519'],
    minDhBits: null,
    addresses: [measuredAddress],
    clients: ['Chrome, Edge (Chromium 156)', 'Firefox 153', 'OpenSSL 3'].map((name) => client(name)),
    ...given,
  });
}
