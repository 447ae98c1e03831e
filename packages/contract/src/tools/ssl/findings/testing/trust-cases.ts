import type { UntrustedReason } from '../../../../tls/judgement.ts';
import type { SslCode } from '../../explanations.ts';
import { type GoldenCase, leaf, root } from './clean-answer.ts';

/** One problem of the certificate; the nearest answer has the next problem in the list. */
const problems: readonly (readonly [UntrustedReason, SslCode, evidence: string, fix: string, more?: object])[] = [
  ['no_certificate', 'no-certificate', 'The server sent no certificate.', 'Install a certificate for example.com'],
  [
    'weak_key',
    'weak-key',
    'The RSA key of CN=example.com has 1024 bits; at least 2048 are required.',
    'EC P-256, or RSA with at least 2048 bits',
  ],
  [
    'revoked',
    'certificate-revoked',
    'The revocation list says that CN=example.com was revoked on 2026-11-01.',
    'replace both on the server',
  ],
  [
    'expired',
    'certificate-expired',
    'CN=example.com expired on 2026-11-01 00:00:00 UTC.',
    'openssl s_client -connect example.com:443 -servername example.com -verify_return_error -verify_hostname example.com',
  ],
  [
    'not_yet_valid',
    'certificate-not-yet-valid',
    'CN=example.com is valid from 2027-01-01 00:00:00 UTC.',
    'correct the clock',
  ],
  [
    'self_signed',
    'self-signed-certificate',
    'The certificate is self-signed, so no authority confirms it.',
    'Request a certificate for example.com from a public certificate authority.',
  ],
  [
    'hostname_mismatch',
    'name-mismatch',
    'The certificate is for a.example, b.example.',
    'The current one is for a.example, b.example, c.example and 1 more.',
    { subjectAlternativeNames: ['a.example', 'b.example', 'c.example', 'd.example'] },
  ],
  [
    'untrusted',
    'untrusted-authority',
    'The chain ends at CN=Office Root, which is not a trusted root.',
    'If CN=Office Root is the root of your own authority, only clients on which you have installed it',
    { certificateChain: [leaf, { ...root, subject: 'CN=Office Root' }] },
  ],
  [
    'untrusted',
    'untrusted-authority',
    'The chain ends at an issuer whose certificate was not sent and is not a trusted root: CN=Office CA.',
    'ask the authority what CN=Office CA is',
    { missingIssuer: 'CN=Office CA' },
  ],
  [
    'bad_signature',
    'issuer-mismatch',
    'The signature of CN=example.com does not verify with the key of the certificate for its issuer, CN=Example CA.',
    'Install the chain that the certificate authority delivered',
  ],
  [
    'not_an_authority',
    'issuer-not-authority',
    'CN=www.example.com issued a certificate but is not a certificate authority.',
    'the chain may be forged',
  ],
  [
    'path_too_long',
    'path-too-long',
    'CN=Office CA allows a path length of 0, but 1 authority follows it.',
    'from an authority that may issue it',
  ],
  [
    'name_not_permitted',
    'name-not-permitted',
    'CN=Office CA may not issue for example.com.',
    'from an authority that may issue it',
  ],
  [
    'unknown_extension',
    'unknown-critical-extension',
    'CN=example.com has the critical extension 1.3.6.1.4.1.99999.2, which is not supported here.',
    'reissued without this extension',
  ],
  [
    'malformed_extension',
    'malformed-extension',
    'The extension 2.5.29.31 of CN=example.com is malformed.',
    'reissued without this extension',
  ],
  [
    'incomplete_chain',
    'incomplete-chain',
    'The server does not send the intermediate certificate of the issuer, CN=Example CA.',
    'Add the certificate of CN=Example CA after the server’s own',
    { missingIssuer: 'CN=Example CA' },
  ],
  ['weak_signature', 'weak-signature', 'CN=example.com is signed with SHA-1.', 'reissued, signed with SHA-256'],
  ['wrong_usage', 'wrong-usage', 'CN=example.com may be used for clientAuth.', 'extended key usage serverAuth'],
  [
    'ca_certificate',
    'authority-as-server',
    'CN=example.com is the certificate of an authority (CA:TRUE).',
    'CA:FALSE). Verify with: sonde ssl example.com',
  ],
  [
    'key_usage_mismatch',
    'key-usage-mismatch',
    'The key usage of CN=example.com does not include digitalSignature.',
    'the key usage digitalSignature',
    { keyUsages: ['keyEncipherment'] },
  ],
];

const answerWith = ([reason, , evidence, , more]: (typeof problems)[number]) => ({
  valid: false,
  reasons: [reason],
  observations: [{ name: reason, evidence }],
  ...more,
});

const notSent = 'The server does not send the intermediate certificate of the issuer, CN=Example CA.';
const incomplete = {
  valid: false,
  reasons: ['incomplete_chain'],
  observations: [{ name: 'incomplete_chain', evidence: notSent }],
  missingIssuer: 'CN=Example CA',
};
const missing = { subjects: ['CN=Example CA'], pem: '-----BEGIN CERTIFICATE-----', leadsToRoot: true, why: null };

export const trustCases: readonly GoldenCase[] = [
  {
    code: 'incomplete-chain',
    state: 'bad',
    given: { ...incomplete, missingCertificates: missing },
    nearest: {},
    evidence: notSent,
    fix: 'Sonde has fetched and verified it',
  },
  {
    code: 'incomplete-chain',
    state: 'bad',
    given: {
      ...incomplete,
      missingCertificates: { subjects: [], pem: null, leadsToRoot: false, why: 'The server a.example is silent.' },
    },
    nearest: {},
    evidence: `${notSent} The server a.example is silent.`,
    fix: 'install the whole chain (fullchain.pem). Verify with',
  },
  {
    code: 'certificate-trusted',
    state: 'good',
    given: {},
    nearest: { valid: false },
    evidence: 'The certificate is valid for example.com until 2026-12-30 and leads to CN=Example Root.',
    fix: null,
  },
  ...problems.map((problem, place): GoldenCase => {
    const [, code, evidence, fix] = problem;
    const other = problems[(place + 2) % problems.length] ?? problem;
    return { code, state: 'bad', given: answerWith(problem), nearest: answerWith(other), evidence, fix };
  }),
  {
    code: 'no-certificate',
    state: 'unknown',
    given: {
      ...answerWith(['no_certificate', 'no-certificate', 'The certificate of the server could not be read.', '']),
      gaps: [{ part: 'certificate', code: 'protocol' }],
    },
    nearest: { gaps: [{ part: 'certificate', code: 'protocol' }] },
    evidence: 'The certificate of the server could not be read.',
    fix: 'with a current browser',
  },
];
