import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { createTrustAnchors } from './trust-anchors.ts';

const [, first = '', second = ''] = rootCertificates;
const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256;

test("trusts the runtime's authorities and the operator's, parsed once", () => {
  const { trustAnchors } = createTrustAnchors([first]);
  const anchors = trustAnchors();
  expect(anchors).toHaveLength(rootCertificates.length + 1);
  expect(anchors.at(-1)?.fingerprint256).toBe(fingerprintOf(first));
  expect(trustAnchors()).toBe(anchors);
});

test('counts only the runtime’s certificates as public authorities', () => {
  // A certificate whose signature differs in its last octet is not in the list.
  const der = Buffer.from(new X509Certificate(first).raw);
  der.writeUInt8((der.at(-1) ?? 0) ^ 1, der.length - 1);
  const own = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  const { trustAnchors, isPublicAuthority } = createTrustAnchors([own]);
  expect(trustAnchors()).toHaveLength(rootCertificates.length + 1);
  expect([first, second].map((pem) => isPublicAuthority(fingerprintOf(pem)))).toEqual([true, true]);
  expect(isPublicAuthority(fingerprintOf(own))).toBe(false);
});
