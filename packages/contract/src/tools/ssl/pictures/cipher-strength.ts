// pictures/: pictures of certificates, suites and clients, for web pages and reports.

export type CipherStrength = 'strong' | 'weak' | 'insecure';

/** No encryption, broken encryption (NULL, export grade, RC2, RC4, DES, 3DES, MD5), or no authentication. */
const BROKEN = /NULL|EXPORT|_anon_|RC[24]_|DES|_MD5$|^SSL_CK_/;
/** RFC 9150: integrity without encryption, under the names of TLS 1.3. */
const INTEGRITY_ONLY = /^TLS_SHA(256_SHA256|384_SHA384)$/;
const AEAD = /_(GCM|CCM|CCM_8|MGM)(_|$)|CHACHA20_POLY1305|AEGIS/;
/** In TLS 1.3 every key exchange is ephemeral, and the names do not mention it. */
const FRESH_KEY = /^TLS_(ECDHE|DHE)_|^TLS_(?!.*_WITH_)/;

/** Rates a cipher suite by its IANA name. */
export function cipherStrength(name: string): CipherStrength {
  if (BROKEN.test(name) || INTEGRITY_ONLY.test(name)) return 'insecure';
  return FRESH_KEY.test(name) && AEAD.test(name) ? 'strong' : 'weak';
}
