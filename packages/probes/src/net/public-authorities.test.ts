import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { isPublicAuthority } from './public-authorities.ts';

test('an authority of the runtime is a public one, by its whole fingerprint', () => {
  const { fingerprint256 } = new X509Certificate(rootCertificates[0] ?? '');
  expect(isPublicAuthority(fingerprint256)).toBe(true);
  expect(isPublicAuthority(fingerprint256.replace(/^../, '??'))).toBe(false);
});
