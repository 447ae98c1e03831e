// Keys whose private half anyone can compute from the public one, which authorities must refuse (Baseline Requirements, 6.1.1.3).

import { readDer, sequenceOf, tags } from '@sonde/contract/x509/der';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';

/** Longer keys would only use processor time. */
const MAX_BITS = 8192;
/** As many as the Baseline Requirements demand. */
const FERMAT_ROUNDS = 100;
const GENERATOR = 65_537;
/** The first 39 primes: Infineon's library made primes of the form k·M + 65537^a mod M, where M is a multiple of them all. */
const smallPrimes = [
  ...[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103],
  ...[107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167],
];
/** The powers of 65537 modulo each prime. */
const powers = smallPrimes.map((prime) => {
  const found = new Set<number>();
  for (let power = 1; !found.has(power); power = (power * GENERATOR) % prime) found.add(power);
  return { prime: BigInt(prime), found };
});

export type KeyWeakness = 'ROCA' | 'close primes';

const judged = new WeakMap<Uint8Array, KeyWeakness | null>();

/** A weakness that the modulus itself shows; null if there is none, or the octets are not an RSA key. */
export function weaknessOfRsaKey(keyBytes: Uint8Array): KeyWeakness | null {
  const known = judged.get(keyBytes);
  if (known !== undefined) return known;
  const modulus = modulusOf(keyBytes);
  const found = modulus === null ? null : isRoca(modulus) ? 'ROCA' : hasClosePrimes(modulus) ? 'close primes' : null;
  judged.set(keyBytes, found);
  return found;
}

function modulusOf(keyBytes: Uint8Array): bigint | null {
  try {
    const [modulus] = sequenceOf(readDer(keyBytes));
    if (modulus?.tag !== tags.integer || modulus.content.length > MAX_BITS / 8 + 1) return null;
    const value = BigInt(`0x${Buffer.from(modulus.content).toString('hex') || '0'}`);
    return value % 2n === 1n ? value : null;
  } catch (error) {
    if (error instanceof X509FormatError) return null;
    throw error;
  }
}

/** CVE-2017-15361: of all other keys, one in 2^27 or fewer has this form by chance. */
function isRoca(modulus: bigint): boolean {
  return powers.every(({ prime, found }) => found.has(Number(modulus % prime)));
}

/** Fermat's factorization: it finds two primes within a few rounds if their upper halves are equal (CVE-2022-26320). */
function hasClosePrimes(modulus: bigint): boolean {
  let middle = rootOf(modulus);
  if (middle * middle < modulus) middle += 1n;
  let rest = middle * middle - modulus;
  for (let round = 0; round < FERMAT_ROUNDS; round += 1) {
    if (mayBeSquare(rest)) {
      const root = rootOf(rest);
      if (root * root === rest) return true;
    }
    rest += 2n * middle + 1n;
    middle += 1n;
  }
  return false;
}

const squaresIn = (ring: number) => new Set(Array.from({ length: ring }, (_, value) => (value * value) % ring));
const rings = [64, 63, 65, 11].map((ring) => ({ ring: BigInt(ring), squares: squaresIn(ring) }));

/** False for most numbers that are not squares. */
function mayBeSquare(value: bigint): boolean {
  return rings.every(({ ring, squares }) => squares.has(Number(value % ring)));
}

/** The integer part of the square root (Newton). */
function rootOf(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt(Math.ceil(value.toString(16).length * 2));
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}
