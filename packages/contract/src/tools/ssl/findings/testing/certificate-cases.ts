import { builtChain, type GoldenCase, intermediate, leaf, root } from './clean-answer.ts';

const dates = (validFrom: string, validUntil: string) => ({ validFrom, validUntil });
const days47 = dates('2026-10-14T00:00:00.000Z', '2026-11-30T00:00:00.000Z');
const policies = (met: boolean | null, why: string | null) => ({
  transparency: {
    timestamps: [],
    validCount: 1,
    operatorCount: 1,
    isPublic: true,
    policies: [
      { policy: 'Chrome', met, why },
      { policy: 'Apple', met: true, why: null },
    ],
  },
});
const outdated = (isOutdated: boolean) => {
  const { transparency } = policies(null, 'The list of logs is too old.');
  return {
    transparency: { ...transparency, logList: { source: 'Chrome', date: '2026-10-05T13:39:47.000Z', isOutdated } },
  };
};
const openStatus = (why: string) => ({ revocation: { status: 'unknown', source: null, why } });
const unknownIssuer = (subject: string, why: string) => ({
  subject,
  status: 'unknown',
  source: null,
  revokedAt: null,
  thisUpdate: null,
  nextUpdate: null,
  why,
});
const years10 = dates('2026-01-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z');

const staples: readonly (readonly [name: string, evidence: string, fix: string])[] = [
  ['out_of_date', 'The stapled response was valid until 2026-11-19 00:00:00 UTC.', 'fetch a new response'],
  ['other_certificate', 'The stapled response is about another certificate.', 'Remove the stored response'],
  [
    'responder_error',
    'The stapled response has no status, but the error tryLater of the responder.',
    'Verify that this prints "OCSP Response Status: successful": openssl s_client -connect example.com:443 -servername example.com -status',
  ],
  [
    'wrong_signature',
    'The stapled response is not signed by the issuer or its authorized responder.',
    'Install the chain of the current certificate',
  ],
  [
    'certificate_unknown',
    'The stapled response of 2026-11-21 00:00:00 UTC reports the status unknown.',
    'Ask the certificate authority',
  ],
];

export const certificateCases: readonly GoldenCase[] = [
  {
    code: 'renewal-due',
    state: 'note',
    given: days47,
    nearest: dates('2026-10-22T00:00:00.000Z', '2026-12-08T00:00:00.000Z'),
    evidence: 'It is valid until 2026-11-30 00:00:00 UTC: 8 days of 47 days are left.',
    fix: 'renewed automatically',
  },
  {
    code: 'renewal-due',
    state: 'note',
    // Valid for three days, with a day and a half left: not due yet.
    given: dates('2026-11-20T11:00:00.000Z', '2026-11-23T11:00:00.000Z'),
    nearest: dates('2026-11-20T13:00:00.000Z', '2026-11-23T13:00:00.000Z'),
    evidence: 'It is valid until 2026-11-23 11:00:00 UTC: 35 hours of 3 days are left.',
    fix: 'renewed automatically',
  },
  {
    code: 'renewal-due',
    state: 'warn',
    given: dates('2026-08-30T00:00:00.000Z', '2026-11-28T00:00:00.000Z'),
    nearest: dates('2026-10-01T00:00:00.000Z', '2026-12-30T00:00:00.000Z'),
    evidence: 'It is valid until 2026-11-28 00:00:00 UTC: 6 days of 90 days are left.',
    fix: 'Renew it now, and find out why it was not renewed automatically. Verify with: openssl s_client -connect example.com:443 -servername example.com -verify_return_error -verify_hostname example.com -attime 1795824001',
  },
  {
    code: 'long-lived-certificate',
    state: 'warn',
    given: dates('2026-04-01T00:00:00.000Z', '2027-04-01T00:00:00.000Z'),
    nearest: dates('2026-03-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z'),
    evidence: 'It is valid for 365 days; public certificate authorities were allowed 200 days when it began.',
    fix: 'at most 200 days',
  },
  {
    code: 'long-lived-certificate',
    state: 'note',
    given: { ...years10, transparency: undefined },
    nearest: { transparency: undefined },
    evidence: 'It is valid for 3652 days; public certificate authorities were allowed 398 days when it began.',
    fix: null,
  },
  {
    code: 'long-lived-certificate',
    state: 'note',
    given: { ...dates('2026-01-01T00:00:00.000Z', '2027-02-03T00:00:00.000Z'), transparency: undefined },
    nearest: { ...dates('2026-01-01T00:00:00.000Z', '2027-02-02T23:59:59.000Z'), transparency: undefined },
    evidence:
      'It is valid for a little more than 398 days; public certificate authorities were allowed 398 days when it began.',
    fix: null,
  },
  {
    code: 'superfluous-certificates',
    state: 'note',
    given: { certificateChain: [leaf, intermediate, root] },
    nearest: { certificateChain: [leaf, intermediate] },
    evidence: 'The server also sends CN=Example Root.',
    fix: 'Remove unneeded certificates',
  },
  {
    code: 'chain-out-of-order',
    state: 'note',
    given: {
      certificateChain: [leaf, { ...intermediate, subject: 'CN=Upper CA', fingerprint: 'B2' }, intermediate],
      builtChain: [
        ...builtChain.slice(0, 2),
        { ...intermediate, subject: 'CN=Upper CA', fingerprint: 'B2', origin: 'server' },
        ...builtChain.slice(2),
      ],
    },
    nearest: { certificateChain: [leaf, root, intermediate] },
    evidence: 'The server sends CN=example.com, CN=Upper CA, CN=Example CA, in this order.',
    fix: 'CN=example.com, CN=Example CA, CN=Upper CA',
  },
  {
    code: 'not-revoked',
    state: 'good',
    given: {},
    nearest: openStatus('The revocation list cannot be reached.'),
    evidence: 'According to the revocation list of 2026-11-21 06:00:00 UTC, the certificate is not revoked.',
    fix: null,
  },
  {
    code: 'revocation-unknown',
    state: 'unknown',
    given: openStatus('The revocation list cannot be reached.'),
    nearest: {},
    evidence: 'The revocation list cannot be reached.',
    fix: 'serial number 03:1F:9C:5B',
  },
  {
    code: 'revocation-unknown',
    state: 'unknown',
    given: {
      ...openStatus('The certificate names neither an OCSP responder nor a revocation list that can be queried.'),
      issuerRevocations: [
        unknownIssuer(
          'CN=Office CA',
          'The certificate names neither an OCSP responder nor a revocation list that can be queried.',
        ),
      ],
    },
    nearest: {},
    evidence:
      'The certificate names neither an OCSP responder nor a revocation list that can be queried. The same is true for CN=Office CA.',
    fix: 'serial number 03:1F:9C:5B',
  },
  {
    code: 'revocation-unknown',
    state: 'unknown',
    given: {
      issuerRevocations: [
        unknownIssuer('CN=Office CA 1', 'The list is too large.'),
        unknownIssuer('CN=Office CA 2', 'The list is too large.'),
        unknownIssuer('CN=Office CA 3', 'The list is old.'),
      ],
    },
    nearest: { issuerRevocations: [{ ...unknownIssuer('CN=Office CA', ''), status: 'good', why: null }] },
    evidence: 'For CN=Office CA 1, CN=Office CA 2: The list is too large. For CN=Office CA 3: The list is old.',
    fix: 'Check again later.',
  },
  {
    code: 'revocation-unknown',
    state: 'unknown',
    given: { revocation: null },
    nearest: { revocation: null, ...dates('2026-11-20T00:00:00.000Z', '2026-11-26T00:00:00.000Z') },
    evidence: 'The certificate authority was not asked, and the server stapled no response.',
    fix: 'without revocation=false',
  },
  {
    code: 'short-lived-certificate',
    state: 'note',
    given: {
      ...openStatus('The certificate names neither an OCSP responder nor a revocation list that can be queried.'),
      ...dates('2026-11-20T00:00:00.000Z', '2026-11-26T16:00:00.000Z'),
    },
    nearest: {
      ...openStatus('The certificate names neither an OCSP responder nor a revocation list that can be queried.'),
      ...dates('2026-11-20T00:00:00.000Z', '2026-11-28T16:00:00.000Z'),
    },
    evidence:
      'It is valid from 2026-11-20 00:00:00 UTC until 2026-11-26 16:00:00 UTC, so its revocation is not published.',
    fix: null,
  },
  {
    code: 'ocsp-stapled',
    state: 'good',
    given: {},
    nearest: { ocspStapled: false, ocspStatus: null },
    evidence: 'The server staples a verified response with the status "good".',
    fix: null,
  },
  ...staples.map(
    ([name, evidence, fix]): GoldenCase => ({
      code: 'stapled-response-unusable',
      state: 'bad',
      given: { ocspStatus: 'invalid', stapleProblem: { name, evidence } },
      nearest: { ocspStatus: 'invalid', stapleProblem: { name: 'issuer_unknown', evidence } },
      evidence,
      fix,
    }),
  ),
  {
    code: 'must-staple-unmet',
    state: 'bad',
    given: {
      ocspStapled: false,
      notes: [{ name: 'MUST_STAPLE', evidence: 'The certificate requires a stapled OCSP response (RFC 7633).' }],
    },
    nearest: { ocspStapled: false },
    evidence: 'The certificate requires a stapled OCSP response (RFC 7633).',
    fix: 'Enable OCSP stapling',
  },
  {
    code: 'transparency-policy-met',
    state: 'good',
    given: {},
    nearest: policies(null, 'The list of logs is too old.'),
    evidence: '3 timestamps from 2 log operators verify: enough for Chrome, Apple.',
    fix: null,
  },
  {
    code: 'transparency-policy-unmet',
    state: 'bad',
    given: policies(false, 'Timestamps from 2 logs in the certificate are required; it has 1.'),
    nearest: policies(null, 'The list of logs is too old.'),
    evidence: 'Chrome: Timestamps from 2 logs in the certificate are required; it has 1.',
    fix: 'reissued',
  },
  {
    code: 'transparency-unknown',
    state: 'unknown',
    given: policies(null, 'The list of logs is too old.'),
    nearest: { transparency: { ...policies(null, 'It is not public.').transparency, isPublic: false } },
    evidence: 'Chrome: The list of logs is too old.',
    fix: 'a newer list of logs',
  },
  {
    code: 'log-list-outdated',
    state: 'note',
    given: outdated(true),
    nearest: outdated(false),
    evidence: 'Sonde’s list of logs is of 2026-10-05 13:39:47 UTC, so the policies of browsers were not judged.',
    fix: 'sonde update ct-logs',
  },
];
