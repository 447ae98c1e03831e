import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { type CertificateKind, certificateKinds, runCommand, startTlsLab, type TlsLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, isLong } from '../../../../../../scripts/test/vitest-settings.ts';
import { whatIsWrong } from '../../../testing/what-is-wrong.ts';
import { judgeCertificates } from './judge.ts';

/** The short set has every third. */
const kinds = certificateKinds.filter((_, index) => isLong || index % 3 === 0);

let lab: TlsLab;
let anchors: readonly X509Certificate[];
const now = new Date();

beforeAll(async () => {
  lab = await startTlsLab();
  await Promise.all(kinds.map(lab.certificates.make));
  anchors = [...rootCertificates, readFileSync(lab.caFile, 'utf8')].map((pem) => new X509Certificate(pem));
});
afterAll(() => lab?.stop());

async function judge(kind: CertificateKind, changes: Partial<Parameters<typeof judgeCertificates>[0]> = {}) {
  const { host, chainFile, stapleFile } = await lab.certificates.make(kind);
  const pems = readFileSync(chainFile, 'utf8').split(/(?=-----BEGIN)/);
  const served = pems.map((pem) => new Uint8Array(new X509Certificate(pem).raw));
  const staple = stapleFile === null ? null : new Uint8Array(readFileSync(stapleFile));
  const { fields, ...verdict } = judgeCertificates({ served, staple, host, anchors, now, ...changes });
  return { ...fields, ...verdict };
}

test.each(kinds)('%s', async (kind) => {
  const { reasons, valid, observations, builtChain } = await judge(kind);
  expect(reasons).toEqual(whatIsWrong[kind] ?? []);
  expect(valid).toBe(whatIsWrong[kind] === undefined);
  expect([...new Set(observations.map(({ name }) => name))]).toEqual(reasons);
  for (const { evidence } of observations) expect(evidence).toMatch(/^[A-Z].*\.$/);
  if (valid) expect(builtChain.at(-1)).toMatchObject({ origin: 'anchor', selfSigned: true });
});

/** Certificates for which OpenSSL is less strict than RFC 9525 or RFC 5280, or does not check at all. */
const opensslAccepts: readonly CertificateKind[] = [
  // It falls back to the common name.
  'common-name-only',
  // It compares the wildcard literally with the excluded names.
  'wildcard-over-excluded',
  // Stapled responses are not checked here.
  'revoked',
  // It looks neither for keys that can be computed nor at a list of public suffixes.
  'roca',
  'close-primes',
  'registry-wildcard',
  // Of the clients, only Firefox refuses it.
  'authority-as-server',
];

test.concurrent.each(
  firstOf(
    6,
    kinds.filter((kind) => kind !== 'long-chain'),
  ),
)('%s: OpenSSL comes to the same verdict', async (kind) => {
  const { chainFile, othersFile, host } = await lab.certificates.make(kind);
  const { valid } = await judge(kind);
  const isAddress = /^[\d.]+$/.test(host);
  const said = await runCommand('openssl', [
    ...['verify', '-CAfile', lab.caFile, '-no-CApath', '-no-CAstore', '-purpose', 'sslserver', '-auth_level', '2'],
    ...[isAddress ? '-verify_ip' : '-verify_hostname', host],
    ...(othersFile === null ? [] : ['-untrusted', othersFile]),
    chainFile,
  ]).catch((error: { stderr: string }) => error.stderr);
  const isAccepted = /: OK\s*$/.test(said);
  if (opensslAccepts.includes(kind)) expect([valid, isAccepted]).toEqual([false, true]);
  else expect(isAccepted, said).toBe(valid);
});

describe('the fields of the answer', () => {
  test('describe an ordinary certificate', async () => {
    const judged = await judge('every-extension');
    const { certificateFile } = { certificateFile: (await lab.certificates.make('every-extension')).chainFile };
    const openssl = await runCommand('openssl', [
      ...['x509', '-in', certificateFile, '-noout', '-serial', '-fingerprint', '-sha256'],
    ]);
    const runtime = new X509Certificate(readFileSync(certificateFile));
    expect(judged).toMatchObject({
      subject: 'CN=every-extension.tls.test,O=Sonde Lab',
      issuer: 'CN=Lab Intermediate,O=Sonde Lab,C=DE',
      validFrom: new Date(runtime.validFrom).toISOString(),
      validUntil: new Date(runtime.validTo).toISOString(),
      version: 3,
      signatureAlgorithm: 'sha256WithRSAEncryption',
      certificateFingerprints: { 'SHA-1': runtime.fingerprint, 'SHA-256': runtime.fingerprint256 },
      subjectAlternativeNames: ['every-extension.tls.test'],
      key: { type: 'RSA', bits: 2048, curve: null },
      keyUsages: ['digitalSignature', 'keyEncipherment'],
      extendedKeyUsages: ['serverAuth', 'clientAuth'],
      missingIssuer: null,
      ocspStatus: null,
      sctCount: 2,
      requiresStaple: false,
    });
    expect(openssl).toContain(`Fingerprint=${judged.certificateFingerprints['SHA-256']}`);
    expect(openssl).toContain(`serial=${judged.serialNumber?.replaceAll(':', '')}`);
    expect(judged.pem).toBe(readFileSync(certificateFile, 'utf8'));
  });

  test('describe other kinds of keys and names', async () => {
    expect((await judge('ecdsa')).key).toEqual({ type: 'EC', bits: 256, curve: 'P-256' });
    expect((await judge('ed25519')).key).toEqual({ type: 'Ed25519', bits: 256, curve: null });
    expect((await judge('brainpool')).key).toEqual({ type: 'EC', bits: 256, curve: 'brainpoolP256r1' });
    expect((await judge('every-kind-of-name')).subjectAlternativeNames).toEqual([
      'every-kind-of-name.tls.test',
      '*.tls.test',
      '192.0.2.1',
      '2001:db8::1',
      'a@tls.test',
      'https://tls.test/',
    ]);
    expect((await judge('thousand-names')).subjectAlternativeNames).toHaveLength(1001);
    expect((await judge('must-staple')).requiresStaple).toBe(true);
  });
});

describe('the certificate chain', () => {
  test('is shown as sent and as verified', async () => {
    const { certificateChain, builtChain } = await judge('extra-certificates');
    expect(certificateChain.map(({ subject }) => subject.split(',')[0])).toEqual([
      'CN=extra-certificates.tls.test',
      'CN=Untrusted Root',
      'CN=Lab Intermediate',
      'CN=Lab Root',
    ]);
    expect(builtChain.map(({ subject, origin }) => [subject.split(',')[0], origin])).toEqual([
      ['CN=extra-certificates.tls.test', 'server'],
      ['CN=Lab Intermediate', 'server'],
      ['CN=Lab Root', 'anchor'],
    ]);
  });

  test('names the missing certificate', async () => {
    const { missingIssuer, builtChain, observations } = await judge('incomplete-chain');
    expect(missingIssuer).toBe('CN=Lab Intermediate,O=Sonde Lab,C=DE');
    expect(builtChain).toEqual([]);
    expect(observations[0]?.evidence).toContain('CN=Lab Intermediate');
  });

  test('without a known root is untrusted, even if everything else is valid', async () => {
    expect((await judge('rsa', { anchors: [] })).reasons).toEqual(['untrusted']);
    expect((await judge('stapled', { anchors: [] })).ocspStatus).toBe('good');
  });

  test('may consist of malicious octets', async () => {
    const [leaf] = (await judge('rsa')).certificateChain;
    expect(leaf).toBeDefined();
    const nothing = judgeCertificates({ served: [], staple: null, host: 'rsa.tls.test', anchors, now });
    expect(nothing).toMatchObject({
      valid: false,
      reasons: ['no_certificate'],
      fields: { subject: null, pem: null },
      sctCount: null,
    });
    const garbage = judgeCertificates({ served: [new Uint8Array(9)], staple: null, host: 'a.test', anchors, now });
    expect(garbage.reasons).toEqual(['no_certificate']);
  });
});

describe('a stapled response', () => {
  test('counts if it is signed, fresh and about this certificate', async () => {
    expect((await judge('stapled')).ocspStatus).toBe('good');
    expect((await judge('revoked')).ocspStatus).toBe('revoked');
    expect((await judge('forged-staple')).ocspStatus).toBe('invalid');
    const later = new Date(now.getTime() + 8 * 86_400_000);
    const revokedLongAgo = await judge('revoked', { now: later });
    expect([revokedLongAgo.ocspStatus, revokedLongAgo.valid]).toEqual(['invalid', true]);
    const { stapleFile } = await lab.certificates.make('revoked');
    const staple = new Uint8Array(readFileSync(stapleFile ?? ''));
    expect((await judge('rsa', { staple })).ocspStatus).toBe('invalid');
    expect((await judge('rsa', { staple: new Uint8Array(5) })).ocspStatus).toBe('invalid');
  });
});

test('reports every problem', async () => {
  const { reasons } = await judge('sha1', { host: 'else.test', now: new Date(now.getTime() + 100 * 86_400_000) });
  expect(reasons).toEqual(['expired', 'hostname_mismatch', 'weak_signature']);
});
