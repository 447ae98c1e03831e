import type { TlsVersion } from '@sonde/contract';
import { javaClients } from './java-clients.ts';
import type { KnownClient } from './known-client.ts';
import { opensslClients } from './openssl-clients.ts';

const ofBrowsers = [
  ...['status_request', 'signed_certificate_timestamp', 'application_layer_protocol_negotiation'],
  ...['extended_master_secret', 'server_name'],
];

const current: readonly TlsVersion[] = ['TLSv1.3', 'TLSv1.2'];
const upTo12: readonly TlsVersion[] = ['TLSv1.2', 'TLSv1.1', 'TLSv1'];
const nistKeys = ['P-256', 'P-384', 'P-521'];

/** Safari's suites up to TLS 1.2, unchanged since 2020. */
const safariSuites = [
  ...[0xc02c, 0xc02b, 0xcca9, 0xc030, 0xc02f, 0xcca8, 0xc00a, 0xc009, 0xc014, 0xc013, 0x009d, 0x009c, 0x0035, 0x002f],
  ...[0xc008, 0xc012, 0x000a],
];

/** Most common first. Hellos recorded here came from the programs as shipped by Debian 12. */
export const knownClients: readonly KnownClient[] = [
  {
    name: 'Chrome, Edge (Chromium 156)',
    source: 'hello of Chromium 156.0.8078.79, recorded on 2026-11-22',
    versions: current,
    suites: [
      ...[0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014],
      ...[0x009c, 0x009d, 0x002f, 0x0035],
    ],
    groups: [0x11ec, 0x001d, 0x0017, 0x0018],
    keys: ['P-256', 'P-384'],
    checksKeyUsage: true,
    sendsServerName: true,
    extensions: [...ofBrowsers, 'supported_versions'],
  },
  {
    name: 'Firefox 153',
    source: 'hello of Firefox ESR 153.7, recorded on 2026-11-22',
    versions: current,
    suites: [
      ...[0x1301, 0x1303, 0x1302, 0xc02b, 0xc02f, 0xcca9, 0xcca8, 0xc02c, 0xc030, 0xc00a, 0xc013, 0xc014],
      ...[0x009c, 0x009d, 0x002f, 0x0035],
    ],
    groups: [0x11ec, 0x001d, 0x0017, 0x0018, 0x0019, 0x0100, 0x0101],
    keys: nistKeys,
    sendsServerName: true,
    extensions: [...ofBrowsers, 'supported_versions'],
  },
  {
    name: 'Safari 26 (iOS 26, macOS 26)',
    source: 'Safari 26.3 (uTLS, HelloSafari_26_3)',
    versions: current,
    suites: [0x1302, 0x1303, 0x1301, ...safariSuites],
    groups: [0x11ec, 0x001d, 0x0017, 0x0018, 0x0019],
    keys: ['P-256', 'P-384'],
    sendsServerName: true,
    extensions: [...ofBrowsers, 'supported_versions'],
  },
  ...opensslClients,
  ...javaClients,
  {
    name: 'iOS 12',
    source: 'iOS 12.1 (uTLS, HelloIOS_12_1)',
    versions: upTo12,
    suites: [
      ...[0xc02c, 0xc02b, 0xc024, 0xc023, 0xc00a, 0xc009, 0xcca9, 0xc030, 0xc02f, 0xc028, 0xc027, 0xc014, 0xc013],
      ...[0xcca8, 0x009d, 0x009c, 0x003d, 0x003c, 0x0035, 0x002f, 0xc008, 0xc012, 0x000a],
    ],
    groups: [0x001d, 0x0017, 0x0018, 0x0019],
    keys: nistKeys,
    sendsServerName: true,
    extensions: ofBrowsers,
  },
  {
    name: 'Android 7.0, apps',
    source: 'the default suites of Conscrypt’s NativeCrypto; 7.0 knows the curve P-256 only',
    versions: upTo12,
    suites: [
      ...[0xc02b, 0xc02c, 0xcca9, 0xc02f, 0xc030, 0xcca8, 0xc009, 0xc00a, 0xc013, 0xc014],
      ...[0x009c, 0x009d, 0x002f, 0x0035],
    ],
    groups: [0x0017],
    keys: ['P-256'],
    sendsServerName: true,
    extensions: null,
  },
  {
    name: 'Android 4.4, apps',
    source:
      'the default configuration of API level 19 in the documentation of SSLSocket by Android, without an order of suites',
    versions: ['TLSv1', 'SSLv3'],
    suites: [
      ...[0xc00a, 0xc009, 0xc008, 0xc007, 0xc014, 0xc013, 0xc012, 0xc011, 0xc005, 0xc004, 0xc003, 0xc002],
      ...[0xc00f, 0xc00e, 0xc00d, 0xc00c, 0x0039, 0x0038, 0x0033, 0x0032, 0x0016, 0x0013, 0x0015, 0x0012, 0x0014],
      ...[0x0011, 0x0035, 0x002f, 0x000a, 0x0005, 0x0004, 0x0009, 0x0008, 0x0003],
    ],
    isOrderKnown: false,
    groups: null,
    keys: [],
    sendsServerName: true,
    extensions: null,
  },
  {
    name: 'Windows 7, Internet Explorer 11',
    source: 'Microsoft, «TLS Cipher Suites in Windows 7»',
    versions: upTo12,
    suites: [
      ...[0xc028, 0xc027, 0xc014, 0xc013, 0x009f, 0x009e, 0x0039, 0x0033, 0x009d, 0x009c, 0x003d, 0x003c, 0x0035],
      ...[0x002f, 0xc02c, 0xc02b, 0xc024, 0xc023, 0xc00a, 0xc009, 0x006a, 0x0040, 0x0038, 0x0032, 0x000a, 0x0013],
    ],
    groups: [0x0017, 0x0018],
    keys: ['P-256', 'P-384'],
    sendsServerName: true,
    extensions: null,
  },
  {
    name: 'Windows XP, Internet Explorer 8',
    source: 'hello in the fingerprints of p0f for TLS',
    versions: ['TLSv1', 'SSLv3'],
    suites: [0x0004, 0x0005, 0x000a, 0x0009, 0x0064, 0x0062, 0x0003, 0x0006, 0x0013, 0x0012, 0x0063],
    groups: [],
    keys: [],
    sendsServerName: false,
    extensions: [],
  },
];
