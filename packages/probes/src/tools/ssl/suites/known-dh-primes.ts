/** A prime that the server uses for finite-field Diffie-Hellman. */
export interface DhPrime {
  readonly bits: number;
  /** Of the big-endian number without leading zeros, in lower-case hex. */
  readonly sha256: string;
  /** Where a known prime comes from, else null. Precomputation for a known prime helps to attack everyone who uses it. */
  readonly name: string | null;
}

/**
 * Widely shared primes, by SHA-256 of the big-endian number: those of RFCs, and those built into programs. Breaking one of
 * 1024 bits or less breaks it for every server that uses it (Adrian et al., "Imperfect Forward Secrecy", 2015). A comment
 * gives the source of each; the test beside this file computes or holds the numbers.
 */
export const knownDhPrimes: ReadonlyMap<string, string> = new Map([
  // RFC 2409 section 6.1
  ['b52ba6a3026520a6c49d37e4587601801bee500123b3259b6bf03e7cecc3e63d', 'Oakley group 1 (RFC 2409)'],
  // RFC 2409 section 6.2
  ['3f35a3f5f6c4376a744acad409bb22f8d897f949d2311d885adaa890981b67a0', 'Oakley group 2 (RFC 2409)'],
  // RFC 3526 section 2
  ['64fcc83ec403930bf18393dbc883ccaa1fbb08ac876f77f7aa99748ca945019b', 'group 5 (RFC 3526)'],
  // RFC 3526 section 3
  ['d66436f79bbd6b2e38c0ffbd079be904d2641415e2e67140e09448be9a60890e', 'group 14 (RFC 3526)'],
  // RFC 3526 section 4
  ['48cf8b092fbce4359d9871abf74f98e25b6163379eaa15cd9087e800c6d1c55c', 'group 15 (RFC 3526)'],
  // RFC 3526 section 5
  ['4ee95187682bcb230ad26a95205f6920e84708f6251b3894329b09ec23919e33', 'group 16 (RFC 3526)'],
  // RFC 3526 section 6
  ['d1bfe6d0925ce7e4da262b62861514a7755e35831e429f343e7b864848657efd', 'group 17 (RFC 3526)'],
  // RFC 3526 section 7
  ['39ab4feab950a3128fb71accb9fc3965d857012e081998a85996e3ea8b3c3bcf', 'group 18 (RFC 3526)'],
  // RFC 7919 appendix A
  ['9cd3b7f336872f46c09428d1bbc19877a4d440512cda8d1c1cf0cd6e33698966', 'ffdhe2048 (RFC 7919)'],
  // RFC 7919 appendix A
  ['0eaf67db3a839156d5013494a5318a772b5697d270d721f37f092efc69ea5a17', 'ffdhe3072 (RFC 7919)'],
  // RFC 7919 appendix A
  ['4648414224ac881b3d0dc59b466f96d06a558278776807797ecf1f66ff397b3e', 'ffdhe4096 (RFC 7919)'],
  // RFC 7919 appendix A
  ['227ac9066b3ddd9e193670cda2388fa884f65ba0cf98b742d1fe77a6687c79c7', 'ffdhe6144 (RFC 7919)'],
  // RFC 7919 appendix A
  ['770b14efaf6f049929c523113b3fa99a8d11dab1b18af3609590122075d19833', 'ffdhe8192 (RFC 7919)'],
  // RFC 5114 section 2.1
  ['44c55cfee5c075927cf682da5b681bdecbd5c3eb0784c14f5dce7610f0ef133d', 'group 22 (RFC 5114)'],
  // RFC 5114 section 2.2
  ['bfe545862ca102ad1eeddb5fbfa5bf855ac4995c56a8b408ce3fe099dce93a9d', 'group 23 (RFC 5114)'],
  // RFC 5114 section 2.3
  ['0b7835722cb619827610c2549fdda5587421686c4409a13865e76225522ddcc9', 'group 24 (RFC 5114)'],
  // ngx_event_openssl.c, ngx_ssl_dhparam
  ['8ae47dca3d24e9b64640062686da234dcabada26b0da6f090c5449c1338d9a11', 'nginx before 1.11.0'],
  // mod_ssl, ssl_engine_dh.c
  ['3cdb020b9ef298b2f3f6cf5a872af527337bf7b9f654b2e70c49da16a4d24137', 'Apache 2.0, 512 bits'],
  // mod_ssl, ssl_engine_dh.c
  ['db01e702899166da28c9bc7896af62bcdf0c96d0fb341950ba80e68bd51a57ef', 'Apache 2.2, 512 bits'],
  // mod_ssl, ssl_engine_dh.c
  ['f79d1db3c955a28fdeca462670a0712efee4b588c7858e4943883f903bd1354b', 'Apache 2.0, 1024 bits'],
  // mod_ssl, ssl_engine_dh.c
  ['bf910d9df4e0b2e76cda7443f592aa118e33ba2c224ebc27fb8978d873c8c2e3', 'Apache 2.2, 1024 bits'],
  // sun.security.provider.ParameterCache
  ['73b391ec8da33ee197aed17d7cfce1321b94e04c5b55b3c02c1c7198eb88715b', 'Java 7 and before, 512 bits'],
  // sun.security.provider.ParameterCache
  ['ee5483fe4b96caa10cb5b863ec409aab2762e6bf43af4a8a0a42817fef4dd7f3', 'Java 7 and before, 768 bits'],
  // sun.security.provider.ParameterCache
  ['cc21a33dd1a3edf40bf636b5496e4aede198a437a8548e0cc1a621424e42419b', 'Java 7 and before, 1024 bits'],
  // apps/s_server.c
  ['f26e2403f3f07946654404909f0ff81d9354de17250411b4c04b89af73178425', 'OpenSSL s_server, 512 bits'],
  // apps/dh1024.pem
  ['66d0bf38b0bdfacf2fdae33f35102ab6079fd5ff0feff8e436a4063745c72739', 'OpenSSL dh1024.pem'],
  // src/tls/tls_dh.c
  ['ef627d8cc44144f36a075d8dd8511bbd278cb5cf438f1052bdbdabe715232c1e', 'Postfix before 3.1, 1024 bits'],
  // src/tls/tls_dh.c
  ['450349830c07b0225c8fd0b123ca8febdf0c28fde698258de7cab092b9045a94', 'Postfix, 2048 bits'],
  // src/ssl_sock.c
  ['7b6551ea6ff09bd78c24bede10980a155f70b6c81e48b4dd8bec822ab3bf0e94', 'HAProxy 1.5, 2048 bits'],
]);
