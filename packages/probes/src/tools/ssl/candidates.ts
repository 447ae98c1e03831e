import { fitsVersion, type Suite, suites } from '../../protocols/tls-records/suites.ts';

/** Some servers choke on 128 suites at once; RFC 5746 takes one more. */
const MAX_BUNDLE = 126;
const usualExchanges = ['ECDHE', 'DHE', 'RSA'];
const usualCiphers = ['AES', 'CHACHA20', 'CAMELLIA', '3DES', 'RC4'];

/** What servers of the public have, the strongest and commonest first, as clients put them. */
export function usualSuites(version: number): number[] {
  return codes(
    plainSuites(version)
      .filter(isUsual)
      .sort((a, b) => rank(a) - rank(b)),
  );
}

/**
 * Every suite that may be chosen in a version, in as few bundles as can be; the first begins with the usual ones, the
 * last has those that need a secret agreed before.
 */
export function bundlesOf(version: number): readonly (readonly number[])[] {
  const usual = usualSuites(version);
  const others = codes(plainSuites(version)).filter((code) => !usual.includes(code));
  const room = MAX_BUNDLE - usual.length;
  const first = [...usual, ...others.slice(0, room)];
  return [first, ...chunks([...others.slice(room), ...sharedSecretSuites(version)])];
}

/** Suites that need a secret agreed before, in bundles. */
export function sharedSecretBundles(version: number): readonly (readonly number[])[] {
  return chunks(sharedSecretSuites(version));
}

function plainSuites(version: number): Suite[] {
  return suites.filter((suite) => suite.kind !== 'shared-secret' && fitsVersion(suite, version));
}

function sharedSecretSuites(version: number): number[] {
  return codes(suites.filter((suite) => suite.kind === 'shared-secret' && fitsVersion(suite, version)));
}

function isUsual(suite: Suite): boolean {
  if (suite.kind === 'tls13') return true;
  if (suite.isAnonymous || suite.isExport || !usualExchanges.includes(suite.keyExchange)) return false;
  return usualCiphers.includes(suite.cipher) && suite.authentication !== 'DSS';
}

function rank(suite: Suite): number {
  const exchange = usualExchanges.indexOf(suite.keyExchange);
  const cipher = usualCiphers.indexOf(suite.cipher);
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

/** Splits suites by what makes servers prefer one over the other, so that several can be enumerated at once. */
export function families(list: readonly number[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const suite of suites) {
    if (!list.includes(suite.code)) continue;
    const key = `${suite.keyExchange} ${suite.mode === 'aead'}`;
    groups.set(key, [...(groups.get(key) ?? []), suite.code]);
  }
  // A family for itself costs a question more, so small ones go together.
  const [first = [], second = [], third = [], ...rest] = [...groups.values()].sort((a, b) => b.length - a.length);
  return [first, second, third, rest.flat()].filter(({ length }) => length > 0);
}
