import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { weaknessOfRsaKey } from './weak-rsa-keys.ts';

/** RSAPublicKey (RFC 8017 appendix A.1.1). */
function keyOf(modulus: bigint): Uint8Array {
  const hex = modulus.toString(16);
  const content = Buffer.from(`00${hex.length % 2 ? '0' : ''}${hex}`, 'hex');
  const number = Buffer.concat([Buffer.from([0x02, 0x82, content.length >> 8, content.length & 255]), content]);
  const exponent = Buffer.from([0x02, 3, 1, 0, 1]);
  const length = number.length + exponent.length;
  return Buffer.concat([Buffer.from([0x30, 0x82, length >> 8, length & 255]), number, exponent]);
}

const big = (bits: number) => {
  const octets = crypto.getRandomValues(new Uint8Array(bits / 8));
  octets[0] = (octets[0] ?? 0) | 0xc0;
  return BigInt(`0x${Buffer.from(octets).toString('hex')}`) | 1n;
};

test.each([1024, 2048, 4096])('an ordinary key of %i bits has no weakness', (modulusLength) => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength });
  expect(weaknessOfRsaKey(publicKey.export({ format: 'der', type: 'pkcs1' }))).toBeNull();
});

test('numbers of the form k·M + 65537^a mod M are recognized as ROCA, as the library of the smart cards made them', () => {
  // The product of the first 71 primes, which the library used for keys of 2048 bits.
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 71; n += 1n) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  const product = primes.reduce((all, prime) => all * prime, 1n);
  const made = (exponent: bigint) => {
    let power = 1n;
    for (let left = exponent, base = 65537n; left > 0n; left >>= 1n, base = (base * base) % product)
      if (left & 1n) power = (power * base) % product;
    return (big(1024) / product) * product + power;
  };
  expect(weaknessOfRsaKey(keyOf(made(123_456_789n) * made(987_654_321n)))).toBe('ROCA');
});

test('a product of two numbers with equal upper halves is recognized as one of close primes', () => {
  const first = big(1024);
  expect(weaknessOfRsaKey(keyOf(first * (first + (1n << 500n) + 2n)))).toBe('close primes');
  expect(weaknessOfRsaKey(keyOf(first * (first + (1n << 900n) + 2n)))).toBeNull();
});

test.each([[new Uint8Array()], [Uint8Array.of(0x30, 0)], [keyOf(0n)], [keyOf(2n ** 2047n)]])(
  '%j is no key with a weakness',
  (key) => {
    expect(weaknessOfRsaKey(key)).toBeNull();
  },
);
