/** The properties of an algorithm (IANA DNSSEC algorithm numbers, RFC 9904; SHA-1: RFC 9905). */
export interface Algorithm {
  readonly name: string;
  /** Whether its signatures can be verified here. */
  readonly isSupported: boolean;
  /** Whether to sign with it. */
  readonly advice: 'use' | 'avoid' | 'never';
}

const algorithms: Readonly<Record<number, Algorithm>> = {
  1: { name: 'RSAMD5', isSupported: false, advice: 'never' },
  3: { name: 'DSA', isSupported: false, advice: 'never' },
  5: { name: 'RSASHA1', isSupported: true, advice: 'never' },
  6: { name: 'DSA-NSEC3-SHA1', isSupported: false, advice: 'never' },
  7: { name: 'RSASHA1-NSEC3-SHA1', isSupported: true, advice: 'never' },
  8: { name: 'RSASHA256', isSupported: true, advice: 'use' },
  10: { name: 'RSASHA512', isSupported: true, advice: 'avoid' },
  12: { name: 'ECC-GOST', isSupported: false, advice: 'never' },
  13: { name: 'ECDSAP256SHA256', isSupported: true, advice: 'use' },
  14: { name: 'ECDSAP384SHA384', isSupported: true, advice: 'use' },
  15: { name: 'ED25519', isSupported: true, advice: 'use' },
  16: { name: 'ED448', isSupported: true, advice: 'use' },
};

/** Null for an unknown number. */
export function algorithmOf(number: number): Algorithm | null {
  return algorithms[number] ?? null;
}

export function algorithmName(number: number): string {
  return algorithms[number]?.name ?? `algorithm ${number}`;
}

export function isSupportedAlgorithm(number: number): boolean {
  return algorithms[number]?.isSupported ?? false;
}

/** SHA-1, SHA-256 and SHA-384 (IANA DS digest types). */
const digestTypes: readonly number[] = [1, 2, 4];

export function isSupportedDigest(number: number): boolean {
  return digestTypes.includes(number);
}

/** Bits of a public key: the modulus of RSA (RFC 3110), the curve of others; null if it cannot be determined. */
export function keyBits(algorithm: number, publicKey: Uint8Array): number | null {
  const fixed: Readonly<Record<number, number>> = { 13: 256, 14: 384, 15: 256, 16: 456 };
  if (algorithm in fixed) return fixed[algorithm] ?? null;
  if (![5, 7, 8, 10].includes(algorithm)) return null;
  const parts = rsaParts(publicKey);
  if (parts === null) return null;
  const first = parts.modulus[0] ?? 0;
  return first === 0 ? null : parts.modulus.length * 8 - Math.clz32(first) + 24;
}

/** Exponent and modulus of an RSA key (RFC 3110 section 2); null for malformed octets. */
export function rsaParts(
  publicKey: Uint8Array,
): { readonly exponent: Uint8Array; readonly modulus: Uint8Array } | null {
  const [first = 0, high = 0, low = 0] = publicKey;
  const isLong = first === 0;
  const length = isLong ? (high << 8) | low : first;
  const start = isLong ? 3 : 1;
  const exponent = publicKey.subarray(start, start + length);
  const modulus = publicKey.subarray(start + length);
  return length === 0 || exponent.length < length || modulus.length === 0 ? null : { exponent, modulus };
}

/** Number of hex digits of a digest; null for an unknown type. */
export function digestTextLength(digestType: number): number | null {
  const octets: Readonly<Record<number, number>> = { 1: 20, 2: 32, 4: 48 };
  const length = octets[digestType];
  return length === undefined ? null : 2 * length;
}
