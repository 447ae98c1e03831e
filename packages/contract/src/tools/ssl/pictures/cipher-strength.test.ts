import { expect, it } from 'vitest';
import { cipherStrength } from './cipher-strength.ts';

it.each([
  ['TLS_AES_256_GCM_SHA384', 'strong'],
  ['TLS_AES_128_CCM_8_SHA256', 'strong'],
  ['TLS_CHACHA20_POLY1305_SHA256', 'strong'],
  ['TLS_SM4_GCM_SM3', 'strong'],
  ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'strong'],
  ['TLS_DHE_RSA_WITH_AES_256_CCM', 'strong'],
  ['TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256', 'strong'],
  ['TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384', 'weak'],
  ['TLS_RSA_WITH_AES_256_GCM_SHA384', 'weak'],
  ['TLS_DH_RSA_WITH_AES_128_GCM_SHA256', 'weak'],
  ['TLS_RSA_WITH_SEED_CBC_SHA', 'weak'],
  ['TLS_RSA_WITH_NULL_SHA256', 'insecure'],
  ['TLS_RSA_EXPORT_WITH_RC4_40_MD5', 'insecure'],
  ['TLS_DH_anon_WITH_AES_256_GCM_SHA384', 'insecure'],
  ['TLS_ECDHE_RSA_WITH_RC4_128_SHA', 'insecure'],
  ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'insecure'],
  ['TLS_DHE_RSA_WITH_DES_CBC_SHA', 'insecure'],
  ['SSL_CK_DES_192_EDE3_CBC_WITH_MD5', 'insecure'],
  ['TLS_SHA256_SHA256', 'insecure'],
] as const)('%s is %s', (name, tone) => {
  expect(cipherStrength(name)).toBe(tone);
});
