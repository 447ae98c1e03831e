import { createHash } from 'node:crypto';
import type { KeyExchange } from '../../../protocols/tls-records/key-exchange.ts';
import { suiteOf } from '../../../protocols/tls-records/registries/suites.ts';
import type { Observed } from '../observed.ts';
import { type DhPrime, knownDhPrimes } from './known-dh-primes.ts';

/** Records the smallest ephemeral keys, since one small key is enough for an attack, and every prime. */
export function noteServerKey(observed: Observed, suiteCode: number, keyExchange: KeyExchange | null): void {
  if (keyExchange?.kind === 'finite-field') {
    const { bits, prime } = keyExchange;
    observed.minDhBits = Math.min(observed.minDhBits ?? bits, bits);
    // An unauthenticated server can be impersonated without any computation.
    if (suiteOf(suiteCode)?.isAnonymous === false) {
      observed.minAuthenticatedDhBits = Math.min(observed.minAuthenticatedDhBits ?? bits, bits);
    }
    notePrime(observed.dhPrimes, bits, prime);
  }
  if (keyExchange?.kind === 'rsa') {
    observed.minExportBits = Math.min(observed.minExportBits ?? keyExchange.bits, keyExchange.bits);
  }
}

/** Limits servers that generate a prime for every handshake. */
const MAX_PRIMES = 8;

function notePrime(primes: DhPrime[], bits: number, prime: Uint8Array): void {
  const sha256 = fingerprintOf(prime);
  if (primes.length >= MAX_PRIMES || primes.some((one) => one.sha256 === sha256)) return;
  primes.push({ bits, sha256, name: knownDhPrimes.get(sha256) ?? null });
}

/** SHA-256 of a number, as in the keys of `known-dh-primes.ts`. */
export function fingerprintOf(prime: Uint8Array): string {
  const start = prime.findIndex((octet) => octet !== 0);
  return createHash('sha256')
    .update(prime.subarray(Math.max(0, start)))
    .digest('hex');
}
