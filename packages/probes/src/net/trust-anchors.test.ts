import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { createTrustAnchors } from './trust-anchors.ts';

test("trusted are the runtime's authorities and the operator's, read once", () => {
  const [one = ''] = rootCertificates;
  const trustAnchors = createTrustAnchors([one]);
  const anchors = trustAnchors();
  expect(anchors).toHaveLength(rootCertificates.length + 1);
  expect(anchors.at(-1)?.fingerprint256).toBe(new X509Certificate(one).fingerprint256);
  expect(trustAnchors()).toBe(anchors);
});
