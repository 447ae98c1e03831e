import { fitsVersion, type Suite, suites } from '../../../protocols/tls-records/registries/suites.ts';

/** Some servers fail with 128 suites in one hello, and the signalling value of RFC 5746 adds one. */
const MAX_BUNDLE = 126;
const commonExchanges = ['ECDHE', 'DHE', 'RSA'];
const commonCiphers = ['AES', 'CHACHA20', 'CAMELLIA', '3DES', 'RC4'];

/** The suites of public servers, strongest and most common first, in the usual order of clients. */
export function commonSuites(version: number): number[] {
  return codes(
    plainSuites(version)
      .filter(isCommon)
      .sort((a, b) => rank(a) - rank(b)),
  );
}

/**
 * Every suite of a version, in as few bundles as possible; the first one starts with the common suites, the last one has
 * those that need a pre-shared secret (PSK, SRP).
 */
export function suiteBundles(version: number): readonly (readonly number[])[] {
  const usual = commonSuites(version);
  const others = codes(plainSuites(version)).filter((code) => !usual.includes(code));
  const room = MAX_BUNDLE - usual.length;
  const first = [...usual, ...others.slice(0, room)];
  return [first, ...chunks([...others.slice(room), ...sharedSecretSuites(version)])];
}

/** Suites that need a pre-shared secret, in bundles. */
export function sharedSecretBundles(version: number): readonly (readonly number[])[] {
  return chunks(sharedSecretSuites(version));
}

function plainSuites(version: number): Suite[] {
  return suites.filter((suite) => suite.kind !== 'shared-secret' && fitsVersion(suite, version));
}

function sharedSecretSuites(version: number): number[] {
  return codes(suites.filter((suite) => suite.kind === 'shared-secret' && fitsVersion(suite, version)));
}

function isCommon(suite: Suite): boolean {
  if (suite.kind === 'tls13') return true;
  if (suite.isAnonymous || suite.isExport || !commonExchanges.includes(suite.keyExchange)) return false;
  return commonCiphers.includes(suite.cipher) && suite.authentication !== 'DSS';
}

function rank(suite: Suite): number {
  const exchange = commonExchanges.indexOf(suite.keyExchange);
  const cipher = commonCiphers.indexOf(suite.cipher);
  const isEcdsa = suite.authentication === 'ECDSA' ? 0 : 1;
  return (suite.mode === 'aead' ? 0 : 1000) + cipher * 100 + exchange * 10 + isEcdsa;
}

function codes(list: readonly Suite[]): number[] {
  return list.map(({ code }) => code);
}

function chunks(list: readonly number[]): number[][] {
  const count = Math.ceil(list.length / MAX_BUNDLE);
  const size = Math.ceil(list.length / Math.max(1, count));
  return Array.from({ length: count }, (_, place) => list.slice(place * size, (place + 1) * size));
}

/**
 * Groups suites by the properties that servers sort them by, so that several groups can be enumerated concurrently. Each
 * group takes an extra hello, so those with an uncommon key exchange share one.
 */
export function suiteFamilies(list: readonly number[]): number[][] {
  const families = new Map<string, number[]>();
  for (const { code, keyExchange, mode } of suites) {
    if (!list.includes(code)) continue;
    const key = commonExchanges.includes(keyExchange) ? `${keyExchange} ${mode === 'aead'}` : 'uncommon';
    families.set(key, [...(families.get(key) ?? []), code]);
  }
  return [...families.values()].sort((a, b) => b.length - a.length);
}
