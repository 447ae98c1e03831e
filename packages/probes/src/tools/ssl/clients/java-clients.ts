import type { KnownClient } from './known-client.ts';

/** What the three have in common; their hellos differ only in suites. */
const java = {
  versions: ['TLSv1.3', 'TLSv1.2'],
  groups: [0x001d, 0x0017, 0x0018, 0x0019, 0x001e, 0x0100, 0x0101, 0x0102, 0x0103, 0x0104],
  keys: ['P-256', 'P-384', 'P-521', 'Ed25519', 'Ed448', 'RSA-PSS'],
  checksKeyUsage: true,
  sendsServerName: true,
  extensions: ['status_request', 'extended_master_secret', 'server_name', 'supported_versions'],
} as const satisfies Partial<KnownClient>;

const suites = [
  ...[0x1302, 0x1301, 0x1303, 0xc02c, 0xc02b, 0xcca9, 0xc030, 0xcca8, 0xc02f, 0x009f, 0xccaa, 0x00a3, 0x009e],
  ...[0x00a2, 0xc024, 0xc028, 0xc023, 0xc027, 0x006b, 0x006a, 0x0067, 0x0040, 0xc00a, 0xc014, 0xc009, 0xc013],
  ...[0x0039, 0x0038, 0x0033, 0x0032],
];

/** TLS_RSA_… */
const rsaSuites = [0x009d, 0x009c, 0x003d, 0x003c, 0x0035, 0x002f];

export const javaClients: readonly KnownClient[] = [
  {
    name: 'Java 25 (OpenJDK)',
    source: 'hello of OpenJDK 25.0.3, recorded on 2026-11-22',
    ...java,
    refusesSha1: true,
    suites,
  },
  {
    name: 'Java 21 (OpenJDK)',
    source:
      'groups and order of suites as in the hellos of OpenJDK 17 and 25, which have the same; TLS_RSA suites are off in java.security of openjdk/jdk21u-dev (jdk.tls.disabledAlgorithms)',
    ...java,
    suites,
  },
  {
    name: 'Java 17 (OpenJDK)',
    source: 'hello of OpenJDK 17.0.15, recorded on 2026-11-22',
    ...java,
    suites: [...suites, ...rsaSuites],
  },
];
