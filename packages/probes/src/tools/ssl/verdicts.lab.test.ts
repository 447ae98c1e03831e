import type { AnswerOf, ssl } from '@sonde/contract';
import type { CertificateKind } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';

type Answer = AnswerOf<typeof ssl>;
let checks: SslChecks;
const answers = new Map<CertificateKind, Answer>();

/** Certificates that a client refuses, or that need another remedy than others, with their finding and a part of the fix. */
const verdicts = {
  'version-1-issuer': ['issuer-not-authority', 'the chain may be forged'],
  'no-authority': ['issuer-not-authority', 'the chain may be forged'],
  'too-deep': ['path-too-long', 'from an authority that may issue it'],
  constrained: ['name-not-permitted', 'from an authority that may issue it'],
  'unknown-critical': ['unknown-critical-extension', 'reissued without this extension'],
  malformed: ['malformed-extension', 'reissued without this extension'],
  forged: ['issuer-mismatch', 'Install the chain that the certificate authority delivered'],
  'untrusted-root': ['untrusted-authority', 'If CN=Untrusted Root'],
  'private-issuer': ['untrusted-authority', 'ask the authority what CN=Untrusted Root'],
  'upper-missing': ['untrusted-authority', 'ask the authority what CN=Lab Upper Intermediate'],
  'any-usage': ['wrong-usage', 'extended key usage serverAuth'],
  'authority-as-server': ['authority-as-server', 'CA:FALSE'],
  'decrypts-only': ['key-usage-mismatch', 'key usage digitalSignature'],
  roca: ['weak-key', 'Create a new key'],
  'close-primes': ['weak-key', 'Create a new key'],
  'old-staple': ['stapled-response-unusable', 'fetch a new response'],
  'other-staple': ['stapled-response-unusable', 'Remove the stored response'],
  'later-staple': ['stapled-response-unusable', 'OCSP Response Status: successful'],
  'forged-staple': ['stapled-response-unusable', 'Install the chain of the current certificate'],
} as const satisfies Partial<Record<CertificateKind, readonly [code: string, fix: string]>>;

/** One of each remedy that is not like another one. */
const inShortSet = new Set<CertificateKind>([
  ...(['version-1-issuer', 'constrained', 'untrusted-root', 'decrypts-only', 'roca', 'old-staple'] as const),
]);
const kinds = (Object.keys(verdicts) as (keyof typeof verdicts)[]).filter((kind) => isLong || inShortSet.has(kind));

beforeAll(async () => {
  checks = await openSslChecks();
  const served = await checks.lab.serve(kinds);
  for (const kind of kinds) answers.set(kind, await checks.check({ ...served[kind], host: served[kind].host }));
}, 120_000);
afterAll(() => checks?.stop());

test.each(kinds)('%s', (kind) => {
  const [code, fix] = verdicts[kind];
  const findings = answers.get(kind)?.findings ?? [];
  const found = findings.find((one) => one.code === code);
  expect(found, findings.map((one) => one.code).join(' ')).toMatchObject({ state: 'bad' });
  expect(found?.fix).toContain(fix);
  expect(JSON.stringify(findings)).not.toMatch(/install the root/i);
  const isStaple = code === 'stapled-response-unusable';
  expect(findings.some((one) => one.code === 'certificate-trusted')).toBe(isStaple);
});

inLongSet(test)('a staple is judged by its true reason', () => {
  const evidence = (kind: CertificateKind) => answers.get(kind)?.stapleProblem?.evidence;
  expect(evidence('old-staple')).toMatch(/^The stapled response was valid until \d{4}-/);
  expect(evidence('other-staple')).toBe('The stapled response is about another certificate.');
  expect(evidence('later-staple')).toContain('the error tryLater');
  expect(evidence('forged-staple')).toContain('is not signed by the issuer');
});

describe('a key may only be used as its certificate permits', () => {
  test('in TLS 1.3, the server signs with a key that is for key agreement', async () => {
    const answer = await checks.check(await checks.lab.start('openssl-tls13-agrees-only'));
    expect(answer.reasons).toEqual(['key_usage_mismatch']);
    const outcomes = new Map(answer.clients.map(({ client, connects }) => [client.slice(0, 7), connects]));
    expect([outcomes.get('Chrome,'), outcomes.get('Java 25'), outcomes.get('Firefox')]).toEqual([false, false, true]);
  });

  inLongSet(test)('with RSA key exchange, the server decrypts with a key that may only sign', async () => {
    const server = await checks.lab.start('openssl-rsa-exchange-signs-only');
    const answer = await checks.check(server);
    expect(answer.reasons).toContain('key_usage_mismatch');
    expect(answer.findings?.find(({ code }) => code === 'key-usage-mismatch')?.fix).toContain(
      'Accept suites with ECDHE',
    );
  });
});

describe('the groups of a server with an ECDSA certificate are all found up to TLS 1.2', () => {
  test.each([
    ...(isLong
      ? [
          ['openssl-ecdsa-tls12', ['x25519', 'secp256r1', 'x448', 'secp521r1', 'secp384r1']] as const,
          ['openssl-ecdsa-weak-group', ['secp256r1', 'secp192r1']] as const,
        ]
      : []),
    ['openssl-ecdsa-weak-group-tls13', ['secp256r1', 'secp192r1']],
  ] as const)('%s', async (name, groups) => {
    const answer = await checks.check(await checks.lab.start(name));
    expect([...answer.groups].sort()).toEqual([...groups].sort());
    const isWeak = answer.findings?.some(({ code }) => code === 'weak-group');
    expect(isWeak).toBe(name !== 'openssl-ecdsa-tls12');
  });
});

inLongSet(test)('a required client certificate leaves no browser that connects', async () => {
  const answer = await checks.check(await checks.lab.start('openssl-needs-client-certificate'));
  expect(answer.clients.map(({ connects }) => connects)).not.toContain(true);
  expect(answer.clients[0]?.why).toContain('client certificate');
  expect(answer.findings?.some(({ code }) => code === 'browsers-connect')).toBe(false);
});

test('a certificate behind a group with ML-KEM and a NIST curve is read', async () => {
  const answer = await checks.check(await checks.lab.start('node-24-p256-ml-kem-only'));
  expect(answer).toMatchObject({ valid: true, key: { type: 'RSA' }, groups: ['SecP256r1MLKEM768'] });
});

test('a certificate that could not be read is neither trusted nor untrusted', async () => {
  const answer = await checks.check(await checks.lab.start('openssl-tls13-ffdhe'));
  expect(answer).toMatchObject({ valid: null, reasons: ['no_certificate'] });
});
