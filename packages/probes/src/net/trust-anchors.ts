import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';

/** Certificates (PEM) that are trusted besides those of the runtime. Reading all takes long: once, and if asked for. */
export function createTrustAnchors(more: readonly string[]): () => readonly X509Certificate[] {
  let anchors: readonly X509Certificate[] | null = null;
  return () => {
    anchors ??= [...rootCertificates, ...more].map((pem) => new X509Certificate(pem));
    return anchors;
  };
}
