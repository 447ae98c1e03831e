import { checkPrimeSync, getDiffieHellman } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fingerprintOf } from './dh-keys.ts';
import { knownDhPrimes } from './known-dh-primes.ts';

const nameOf = (prime: Uint8Array) => knownDhPrimes.get(fingerprintOf(prime));
const bytesOf = (prime: bigint) => Buffer.from(prime.toString(16), 'hex');

describe('primes of the RFCs, computed independently', () => {
  test.each([
    ['modp1', 'Oakley group 1 (RFC 2409)'],
    ['modp2', 'Oakley group 2 (RFC 2409)'],
    ['modp5', 'group 5 (RFC 3526)'],
    ['modp14', 'group 14 (RFC 3526)'],
    ['modp15', 'group 15 (RFC 3526)'],
    ['modp16', 'group 16 (RFC 3526)'],
    ['modp17', 'group 17 (RFC 3526)'],
    ['modp18', 'group 18 (RFC 3526)'],
  ])('%s is %s', (group, name) => {
    expect(nameOf(getDiffieHellman(group).getPrime())).toBe(name);
  });

  test.each([
    [2048, 560_316n],
    [3072, 2_625_351n],
    [4096, 5_736_041n],
    [6144, 15_705_020n],
    [8192, 10_965_728n],
  ])('ffdhe%d by the formula of RFC 7919 appendix A', (bits, added) => {
    expect(nameOf(bytesOf(ffdhe(bits, added)))).toBe(`ffdhe${bits} (RFC 7919)`);
  });
});

const samples: unknown = JSON.parse(readFileSync(new URL('samples/dh-primes.json', import.meta.url), 'utf8'));

test('primes of programs and of RFC 5114 are prime and have the right names', () => {
  const entries = Object.entries(samples as Readonly<Record<string, string>>);
  expect(entries).toHaveLength(knownDhPrimes.size - 13);
  for (const [name, hex] of entries) {
    expect(checkPrimeSync(BigInt(`0x${hex}`)), name).toBe(true);
    expect(nameOf(Buffer.from(hex, 'hex'))).toBe(name);
  }
});

test('ignores leading zeros', () => {
  const prime = getDiffieHellman('modp2').getPrime();
  expect(nameOf(Buffer.concat([Buffer.alloc(2), prime]))).toBe('Oakley group 2 (RFC 2409)');
});

/** 2^b - 2^(b-64) + ([2^(b-130) e] + X) * 2^64 - 1 */
function ffdhe(bits: number, added: bigint): bigint {
  const precision = BigInt(bits) + 64n;
  let e = 0n;
  for (let [term, n] = [1n << precision, 1n]; term > 0n; n += 1n) {
    e += term;
    term /= n;
  }
  const start = e >> (precision - BigInt(bits - 130));
  return (1n << BigInt(bits)) - (1n << BigInt(bits - 64)) + ((start + added) << 64n) - 1n;
}
