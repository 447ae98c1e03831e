import { expect, test } from 'vitest';
import type { SslAnswer } from '../query.ts';
import { revocationWords } from './revocation-words.ts';

type Revocation = NonNullable<SslAnswer['revocation']>;
const good: Revocation = {
  status: 'good',
  source: 'ocsp',
  revokedAt: null,
  thisUpdate: '2026-11-21T06:00:00.000Z',
  nextUpdate: null,
  why: null,
};
const nothing = { source: null, thisUpdate: null } as const;

test.each<[SslAnswer['revocation'], string]>([
  [good, 'not revoked (OCSP responder of 2026-11-21 06:00:00 UTC)'],
  [{ ...good, source: 'stapled' }, 'not revoked (stapled response of 2026-11-21 06:00:00 UTC)'],
  [
    { ...good, status: 'revoked', source: 'crl', revokedAt: '2026-01-01T00:00:00.000Z' },
    'revoked on 2026-01-01 00:00:00 UTC (revocation list of 2026-11-21 06:00:00 UTC)',
  ],
  [{ ...good, status: 'revoked', thisUpdate: null }, 'revoked (OCSP responder)'],
  [
    { ...good, ...nothing, status: 'unknown', why: 'The responder ocsp.example did not answer in time.' },
    'unknown: The responder ocsp.example did not answer in time.',
  ],
  [null, 'not asked'],
])('%j is «%s»', (revocation, words) => {
  expect(revocationWords(revocation)).toBe(words);
});
