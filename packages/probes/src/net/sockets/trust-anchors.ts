import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import type { Net } from '../net.ts';

/** `more` are certificates (PEM) trusted in addition to the runtime's. Parsing is slow: done once, at first use. */
export function createTrustAnchors(more: readonly string[]): Pick<Net, 'trustAnchors' | 'isPublicAuthority'> {
  let anchors: readonly X509Certificate[] | null = null;
  let publicOnes: ReadonlySet<string> | null = null;
  const trustAnchors = () => {
    anchors ??= [...rootCertificates, ...more].map((pem) => new X509Certificate(pem));
    return anchors;
  };
  return {
    trustAnchors,
    isPublicAuthority(fingerprint) {
      publicOnes ??= new Set(
        trustAnchors()
          .slice(0, rootCertificates.length)
          .map(({ fingerprint256 }) => fingerprint256),
      );
      return publicOnes.has(fingerprint);
    },
  };
}
