import { expect, test } from 'vitest';
import { tlsVersions, untrustedReasons, vulnerabilityNames } from '../../tls/judgement.ts';
import { startTlsNames } from '../../tls/start-tls-names.ts';
import { ssl } from './contract.ts';

const domainOf = (domain: unknown) => ssl.query.safeParse({ domain }).data?.domain;
const messageFor = (raw: object) => ssl.query.safeParse(raw).error?.issues[0]?.message;

test.each([
  [' Example.COM. ', 'example.com'],
  ['example.com:443', 'example.com'],
  ['example.com:8443', 'example.com:8443'],
  ['https://example.com/path?x#y', 'example.com'],
  ['HTTPS://example.com:8443/', 'example.com:8443'],
  ['bücher.de', 'xn--bcher-kva.de'],
  ['192.0.2.1', '192.0.2.1'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['https://[2001:db8::1]:993', '[2001:db8::1]:993'],
])('R5.9 R7.4 takes %s as %s, and that as itself', (text, normal) => {
  expect(domainOf(text)).toBe(normal);
  expect(domainOf(normal)).toBe(normal);
});

test.each([[{ domain: '' }], [{ domain: '  ' }], [{}]])('R5.8 %j: «Please enter a domain»', (raw) => {
  expect(messageFor(raw)).toBe('Please enter a domain');
});

test.each(['a b', 'example.com:0', 'example.com:99999', 'http://example.com', 'https://user@example.com', 'localhost'])(
  'what cannot be read as a server is refused with a text that says what can: %s',
  (domain) => {
    expect(messageFor({ domain })).toBe(
      'Please enter a domain (e.g., example.com), host:port, an IP address or an https URL',
    );
  },
);

/** All fields that the specification and the interface document promise. */
const promised = [
  ...['subject', 'issuer', 'validFrom', 'validUntil', 'serialNumber', 'version', 'protocol', 'cipherSuite'],
  ...['signatureAlgorithm', 'valid', 'supportedProtocols', 'enabledProtocols', 'supportedCiphers', 'enabledCiphers'],
  ...['certificateChain', 'securityInfo', 'certificateFingerprints', 'sessionId', 'peerHost', 'peerPort'],
  ...['creationTime', 'lastAccessedTime', 'subjectAlternativeNames'],
  ...['reasons', 'vulnerabilities', 'observations', 'ciphersByProtocol', 'groups', 'minDhBits', 'clientAuth'],
  ...['ocspStapled', 'ocspStatus', 'sctCount', 'alpn', 'key', 'connections', 'partial', 'builtChain'],
];

test('R3.11 R3.12 R3.13 R3.14 R3.15 R3.16 R3.17 every promised field is there, with null for what was not measured', () => {
  expect(Object.keys(ssl.data.shape)).toEqual(expect.arrayContaining(promised));
  expect(Object.keys(ssl.data.shape.securityInfo.shape)).toEqual([
    'tls13Supported',
    'hasKnownVulnerabilities',
    'perfectForwardSecrecy',
    'eccbased',
  ]);
  expect(Object.keys(ssl.data.shape.certificateFingerprints.shape)).toEqual(['SHA-1', 'SHA-256']);
  const unmeasured = ['subject', 'validUntil', 'version', 'protocol', 'cipherSuite', 'sessionId', 'minDhBits'] as const;
  for (const field of unmeasured) {
    expect(ssl.data.shape[field].safeParse(null).success, field).toBe(true);
    expect(ssl.data.shape[field].safeParse(undefined).success, field).toBe(false);
  }
});

test('names of versions, reasons and vulnerabilities are those of the interface document', () => {
  expect(tlsVersions.join(' ')).toBe('SSLv2 SSLv3 TLSv1 TLSv1.1 TLSv1.2 TLSv1.3');
  expect(untrustedReasons.join(' ')).toBe(
    'no_certificate weak_key revoked expired not_yet_valid self_signed hostname_mismatch untrusted bad_signature not_an_authority path_too_long name_not_permitted unknown_extension malformed_extension incomplete_chain weak_signature wrong_usage ca_certificate key_usage_mismatch',
  );
  expect(vulnerabilityNames.join(' ')).toBe(
    'HEARTBLEED CCS ROBOT POODLE DROWN FREAK LOGJAM SWEET32 RC4 NULL ANON CRIME INSECURE_RENEGOTIATION',
  );
});

test('every field of a progress part is a field of the answer, and together they cover nearly all of it', () => {
  const fields = new Set<string>();
  for (const { shape } of ssl.progress.def.options) {
    for (const [name, schema] of Object.entries(shape)) {
      if (name === 'stage') continue;
      fields.add(name);
      expect(Object.entries(ssl.data.shape).find(([known]) => known === name)?.[1], name).toBe(schema);
    }
  }
  const untold = Object.keys(ssl.data.shape).filter((name) => !fields.has(name));
  expect(untold).toEqual(['partial', 'partialReason', 'clients']);
});

test('suites are listed per accepted version', () => {
  const { ciphersByProtocol } = ssl.data.shape;
  expect(ciphersByProtocol.parse({ 'TLSv1.3': ['TLS_AES_128_GCM_SHA256'] })).toEqual({
    'TLSv1.3': ['TLS_AES_128_GCM_SHA256'],
  });
  expect(ciphersByProtocol.safeParse({ TLSv9: [] }).success).toBe(false);
});

test.each([
  [undefined, false],
  ['false', false],
  ['0', false],
  ['true', true],
  ['1', true],
])('deep=%s: %s', (deep, expected) => {
  expect(ssl.query.parse({ domain: 'example.com', deep }).deep).toBe(expected);
});

test.each(['', 'yes', 'TRUE', ['true', 'true']])('deep=%j is refused', (deep) => {
  expect(messageFor({ domain: 'example.com', deep })).toBe("'deep' must be true or false.");
});

test.each(startTlsNames)('starttls=%s', (starttls) => {
  expect(ssl.query.parse({ domain: 'mail.example.com', starttls }).starttls).toBe(starttls);
});

test('starttls is null when omitted, and refused with a list of the accepted words', () => {
  expect(ssl.query.parse({ domain: 'example.com' }).starttls).toBeNull();
  const message =
    "'starttls' must be one of smtp, imap, pop3, ftp, ldap, xmpp, xmpp-server, sieve, postgres, mysql, nntp, rdp.";
  for (const starttls of ['', 'SMTP', 'gopher', ['smtp', 'imap']]) {
    expect(messageFor({ domain: 'example.com', starttls })).toBe(message);
  }
});

test('an answer stays fresh for a minute, and a check ends before the request does', () => {
  expect([
    ssl.freshMs({} as never),
    ssl.deadlineMs({ domain: 'example.com', deep: false, revocation: true, starttls: null, address: null }),
  ]).toEqual([60_000, 22_000]);
});
