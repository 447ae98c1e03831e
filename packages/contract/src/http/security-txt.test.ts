import { expect, it } from 'vitest';
import { parseSecurityTxt } from './security-txt.ts';

const VALID = [
  '# Please write to us',
  'Contact: mailto:security@example.com',
  'contact:https://example.com/report',
  'Expires: 2027-01-01T01:00:00+01:00',
  'Canonical: https://example.com/.well-known/security.txt',
  'Policy: https://example.com/policy',
  'Something-New: x',
  '',
];

it('reads the fields of RFC 9116', () => {
  expect(parseSecurityTxt(VALID.join('\r\n'))).toEqual({
    contacts: ['mailto:security@example.com', 'https://example.com/report'],
    expires: '2027-01-01T00:00:00.000Z',
    canonical: ['https://example.com/.well-known/security.txt'],
    policies: ['https://example.com/policy'],
    isSigned: false,
    problems: [],
  });
});

it('reads what a signature is around', () => {
  const signed = [
    '-----BEGIN PGP SIGNED MESSAGE-----',
    'Hash: SHA512',
    '',
    '- Contact: mailto:security@example.com',
    'Expires: 2027-01-01T00:00:00Z',
    '-----BEGIN PGP SIGNATURE-----',
    '',
    'iQIzBAEBCgAd',
    '-----END PGP SIGNATURE-----',
  ];
  expect(parseSecurityTxt(signed.join('\n'))).toMatchObject({
    contacts: ['mailto:security@example.com'],
    isSigned: true,
    problems: [],
  });
});

it.each([
  ['Expires: 2027-01-01T00:00:00Z', ['no-contact']],
  ['Contact: security@example.com\nExpires: 2027-01-01T00:00:00Z', ['contact-not-a-uri']],
  ['Contact: mailto:a@b.example', ['no-expires']],
  ['Contact: mailto:a@b.example\nExpires: soon', ['expires-not-a-date']],
  ['Contact: mailto:a@b.example\nExpires: 2027-13-01T00:00:00Z', ['expires-not-a-date']],
  [
    'Contact: http://a.example\nExpires: 2027-01-01T00:00:00Z\nExpires: 2028-01-01T00:00:00Z',
    ['several-expires', 'url-without-tls'],
  ],
  ['<!doctype html>', ['line-without-field', 'no-contact', 'no-expires']],
])('%j breaks the RFC', (text, problems) => {
  expect(parseSecurityTxt(text).problems).toEqual(problems);
});
