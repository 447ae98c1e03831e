import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { createTrustAnchors } from './trust-anchors.ts';

const [, first = '', second = ''] = rootCertificates;
const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256;

test("trusted are the runtime's authorities and the operator's, read once", () => {
  const { trustAnchors } = createTrustAnchors([first]);
  const anchors = trustAnchors();
  expect(anchors).toHaveLength(rootCertificates.length + 1);
  expect(anchors.at(-1)?.fingerprint256).toBe(fingerprintOf(first));
  expect(trustAnchors()).toBe(anchors);
});

test('certificates of the operator are trusted, but only those of the runtime are public authorities', () => {
  // With another last octet of its signature it is none of them.
  const der = Buffer.from(new X509Certificate(first).raw);
  der.writeUInt8((der.at(-1) ?? 0) ^ 1, der.length - 1);
  const own = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  const { trustAnchors, isPublicAuthority } = createTrustAnchors([own]);
  expect(trustAnchors()).toHaveLength(rootCertificates.length + 1);
  expect([first, second].map((pem) => isPublicAuthority(fingerprintOf(pem)))).toEqual([true, true]);
  expect(isPublicAuthority(fingerprintOf(own))).toBe(false);
});
