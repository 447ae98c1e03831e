import type { Suite } from '../../../protocols/tls-records/registries/suites.ts';
import { nameOf } from './certificate-problems.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';
import type { CertificateProblem } from './reasons.ts';

/** What the server does with the key of its certificate in a handshake with this suite; null where it does not use it. */
export function keyUseIn({ keyExchange, isAnonymous }: Suite): 'digitalSignature' | 'keyEncipherment' | null {
  if (isAnonymous || keyExchange === 'PSK') return null;
  return keyExchange === 'RSA' ? 'keyEncipherment' : 'digitalSignature';
}

const deeds = { digitalSignature: 'signs with it', keyEncipherment: 'decrypts with it' } as const;

/**
 * Whether the key usage of the server's certificate permits what the server does with the key (RFC 5246 section 7.4.2, RFC
 * 8446 section 4.4.2.2). Chromium and Java check it; Firefox, OpenSSL and Go do not.
 */
export function keyUsageProblems(leaf: ParsedCertificate, suite: Suite): CertificateProblem[] {
  const { keyUsage } = leaf.x509.extensions;
  const use = keyUseIn(suite);
  if (keyUsage === null || use === null || keyUsage.includes(use)) return [];
  const allowed = keyUsage.join(', ') || 'nothing';
  const evidence = `The key usage of ${nameOf(leaf)} permits ${allowed}, but with ${suite.name} the server ${deeds[use]} (${use}): Chrome and Java refuse it, while Firefox and curl do not check it.`;
  return [{ name: 'key_usage_mismatch', evidence }];
}
