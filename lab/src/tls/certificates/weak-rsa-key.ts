import { checkPrime, createPrivateKey, generatePrimeSync } from 'node:crypto';
import { promisify } from 'node:util';

/** RSA keys of 2048 bits whose primes can be computed. */
const weakRsaKinds = ['roca', 'close-primes'] as const;
export type WeakRsaKind = (typeof weakRsaKinds)[number];

export function isWeakRsa(kind: string): kind is WeakRsaKind {
  return (weakRsaKinds as readonly string[]).includes(kind);
}

const isPrime = promisify(checkPrime) as (candidate: bigint) => Promise<boolean>;
const BITS = 1024;
const E = 65_537n;

/** In PEM. */
export async function weakRsaKey(kind: WeakRsaKind): Promise<string> {
  const [p, q] = kind === 'roca' ? [await rocaPrime(), await rocaPrime()] : await closePrimes();
  const d = inverse(E, (p - 1n) * (q - 1n));
  const number = (value: bigint) => {
    const hex = value.toString(16);
    return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex').toString('base64url');
  };
  const jwk = {
    kty: 'RSA',
    n: number(p * q),
    e: number(E),
    d: number(d),
    p: number(p),
    q: number(q),
    dp: number(d % (p - 1n)),
    dq: number(d % (q - 1n)),
    qi: number(inverse(q, p)),
  };
  return createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The product of the first 71 primes, as for keys of 2048 bits (Nemec and others: The Return of Coppersmith’s Attack). */
function product(): bigint {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 71; n += 1n) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  return primes.reduce((all, prime) => all * prime, 1n);
}

/** k·M + 65537^a mod M. */
async function rocaPrime(): Promise<bigint> {
  const all = product();
  const a = randomBits(62);
  let power = 1n;
  for (let left = a, base = E; left > 0n; left >>= 1n, base = (base * base) % all)
    if (left & 1n) power = (power * base) % all;
  let k = ((3n << BigInt(BITS - 2)) + randomBits(BITS - 3)) / all;
  while (!(await isPrime(k * all + power))) k += 1n;
  return k * all + power;
}

async function closePrimes(): Promise<[bigint, bigint]> {
  const p = generatePrimeSync(BITS, { bigint: true });
  let q = p + 2n;
  while (!(await isPrime(q))) q += 2n;
  return [q, p];
}

function randomBits(bits: number): bigint {
  const octets = crypto.getRandomValues(new Uint8Array(Math.ceil(bits / 8)));
  return BigInt(`0x${Buffer.from(octets).toString('hex')}`) & ((1n << BigInt(bits)) - 1n);
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n];
  while (a > 1n) [a, b, x, y] = [b % a, a, y - (b / a) * x, x];
  return ((x % modulus) + modulus) % modulus;
}
