import type { KnownClient } from './known-client.ts';

const openssl = {
  versions: ['TLSv1.3', 'TLSv1.2'],
  suites: [
    ...[0x1302, 0x1303, 0x1301, 0xc02c, 0xc030, 0x009f, 0xcca9, 0xcca8, 0xccaa, 0xc02b, 0xc02f, 0x009e, 0xc024],
    ...[0xc028, 0x006b, 0xc023, 0xc027, 0x0067, 0xc00a, 0xc014, 0x0039, 0xc009, 0xc013, 0x0033, 0x009d, 0x009c],
    ...[0x003d, 0x003c, 0x0035, 0x002f],
  ],
  // At security level 2, the default of Debian, and since 3.2 of OpenSSL itself.
  leastDhBits: 2048,
  needsSecureRenegotiation: true,
  refusesSha1: true,
  sendsServerName: true,
  extensions: ['extended_master_secret', 'server_name', 'supported_versions'],
} as const satisfies Partial<KnownClient>;

const keys = ['P-256', 'P-384', 'P-521', 'Ed25519', 'Ed448', 'RSA-PSS'];

/** The library of curl, Python, PHP and most other programs. */
export const opensslClients: readonly KnownClient[] = [
  {
    name: 'OpenSSL 3.5 (Debian 13, RHEL 10; curl, Python, PHP …)',
    source: 'hello of OpenSSL 3.5.1 in Node 24.5 with the defaults of OpenSSL, recorded on 2026-11-24',
    ...openssl,
    groups: [0x11ec, 0x001d, 0x0017, 0x001e, 0x0018, 0x0019, 0x0100, 0x0101],
    keys: [...keys, 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'],
  },
  {
    name: 'OpenSSL 3.0 (Debian 12, Ubuntu 22.04; curl, Python, PHP …)',
    source: 'hello of OpenSSL 3.0.19, recorded on 2026-11-22; older versions than TLS 1.2 need security level 0',
    ...openssl,
    groups: [0x001d, 0x0017, 0x001e, 0x0019, 0x0018, 0x0100, 0x0101, 0x0102, 0x0103, 0x0104],
    keys,
  },
];
