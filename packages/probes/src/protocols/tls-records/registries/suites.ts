import { suiteNames } from './suite-names.ts';

export type SuiteKind = 'tls13' | 'plain' | 'shared-secret';

/** The properties of a cipher suite, derived from its name. */
export interface Suite {
  readonly code: number;
  readonly name: string;
  /** `RSA`, `DH`, `DHE`, `ECDH`, `ECDHE`, `PSK`, `SRP`, `KRB5` …; `any` in TLS 1.3, where it is negotiated separately. */
  readonly keyExchange: string;
  /** `RSA`, `DSS`, `ECDSA`, `anon`, `PSK` …; `any` in TLS 1.3. */
  readonly authentication: string;
  /** `AES`, `CHACHA20`, `3DES`, `NULL` … */
  readonly cipher: string;
  readonly mode: 'aead' | 'cbc' | 'stream';
  /** Effective key bits: 112 for 3DES, 40 for most export suites. */
  readonly bits: number;
  /** Ephemeral key exchange, so forward secrecy (RFC 9325 section 4.1). */
  readonly isForwardSecret: boolean;
  readonly isExport: boolean;
  readonly isAnonymous: boolean;
  /** `shared-secret` suites need a pre-shared secret, which public servers do not have. */
  readonly kind: SuiteKind;
}

const ciphers: readonly (readonly [RegExp, string, number])[] = [
  [/NULL/, 'NULL', 0],
  [/EXPORT1024_WITH_DES_CBC/, 'DES', 56],
  [/RC4_40/, 'RC4', 40],
  [/RC4_56/, 'RC4', 56],
  [/RC4_64/, 'RC4', 64],
  [/RC4/, 'RC4', 128],
  [/RC2.*(_40|EXPORT40)/, 'RC2', 40],
  [/RC2_56/, 'RC2', 56],
  [/RC2/, 'RC2', 128],
  [/DES40|DES_CBC_40/, 'DES', 40],
  [/3DES|DES_192_EDE3/, '3DES', 112],
  [/DES/, 'DES', 56],
  [/IDEA/, 'IDEA', 128],
  [/SEED/, 'SEED', 128],
  [/CHACHA20/, 'CHACHA20', 256],
  [/AEGIS_256/, 'AEGIS', 256],
  [/AEGIS/, 'AEGIS', 128],
  [/SM4/, 'SM4', 128],
  [/(AES|ARIA|CAMELLIA)_128/, '', 128],
  [/(AES|ARIA|CAMELLIA)_256/, '', 256],
  [/28147|KUZNYECHIK|MAGMA/, 'GOST', 256],
];

const AEAD = /GCM|CCM|POLY1305|AEGIS|MGM/;
/** The GOST suites of TLS 1.3 (RFC 9367) are named like those of TLS 1.2. */
const MGM = /_MGM_/;
const STREAM = /RC4|NULL|28147|OMAC|SHA256_SHA256|SHA384_SHA384/;
const EXCHANGE = /^(?:TLS|SSL)_(.*?)(?:_EXPORT(?:1024)?)?_WITH_/;
const SHARED_SECRET = /PSK|SRP|KRB5|ECCPWD/;
const FORWARD_SECRET = /^(DHE|ECDHE|CECPQ1|DH_anon|ECDH_anon|ECCPWD)/;

/** Derives the properties of a suite from its name. */
export function describeSuite(code: number, name: string): Suite {
  const exchange = EXCHANGE.exec(name)?.[1] ?? null;
  const [, alias, bits] = ciphers.find(([pattern]) => pattern.test(name)) ?? [null, '', 0];
  const parts = exchange?.split('_') ?? [];
  const isAnonymous = exchange?.endsWith('_anon') ?? false;
  return {
    code,
    name,
    keyExchange: exchange === null ? 'any' : keyExchangeOf(exchange, parts),
    authentication: exchange === null ? 'any' : (parts.at(-1) ?? 'any'),
    cipher: alias || (/AES|ARIA|CAMELLIA/.exec(name)?.[0] ?? 'NULL'),
    mode: AEAD.test(name) ? 'aead' : STREAM.test(name) ? 'stream' : 'cbc',
    bits,
    isForwardSecret: exchange === null || FORWARD_SECRET.test(exchange) || exchange === 'PSK_DHE',
    isExport: name.includes('EXPORT'),
    isAnonymous,
    kind: exchange === null || MGM.test(name) ? 'tls13' : SHARED_SECRET.test(exchange) ? 'shared-secret' : 'plain',
  };
}

function keyExchangeOf(exchange: string, parts: readonly string[]): string {
  if (exchange === 'PSK_DHE') return 'DHE';
  // RSA_PSK and SRP_SHA_RSA name the exchange first; a bare RSA is both.
  return parts[0] ?? exchange;
}

const all: ReadonlyMap<number, Suite> = new Map(
  [...suiteNames].map(([code, name]) => [code, describeSuite(code, name)]),
);

/** Every named suite with a code of two octets; for SSLv2 see `sslv2.ts`. */
export const suites: readonly Suite[] = [...all.values()];

/** A suite by code point; null for one without a name. */
export function suiteOf(code: number): Suite | null {
  return all.get(code) ?? null;
}

/** IANA name, or the code point in hex. */
export function suiteName(code: number): string {
  return suiteNames.get(code) ?? `0x${code.toString(16).padStart(4, '0').toUpperCase()}`;
}

/**
 * Whether the suite may be negotiated in a version: AEAD and SHA-2 need TLS 1.2 (RFC 5246). Elliptic curves need TLS 1.0, but
 * servers with old versions of OpenSSL select them in SSLv3 too.
 */
export function fitsVersion(suite: Suite, version: number): boolean {
  if (version >= 0x0304) return suite.kind === 'tls13';
  if (suite.kind === 'tls13') return false;
  const begins12 = suite.mode === 'aead' || /SHA(256|384)/.test(suite.name) || suite.cipher === 'ARIA';
  if (version >= 0x0303) return true;
  return !begins12;
}
