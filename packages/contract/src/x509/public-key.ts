import { bitStringOf, type Der, objectIdentifier, readDer, sequenceOf, tags } from './der.ts';
import { curves, fixedKeyBits, keyTypes } from './object-names.ts';
import { X509FormatError } from './x509-format-error.ts';

/** The subject public key of a certificate. */
export interface SubjectPublicKey {
  /** `RSA`, `EC`, `Ed25519` …; the dotted object identifier if the algorithm has no name here. */
  readonly type: string;
  readonly bits: number | null;
  /** Name or dotted identifier of the curve of an EC key; null for explicit parameters. */
  readonly curve: string | null;
  /** The octets of the key alone, from which key identifiers are computed (RFC 5280 section 4.2.1.2, RFC 6960). */
  readonly keyBytes: Uint8Array;
  /** The whole SubjectPublicKeyInfo. */
  readonly der: Uint8Array;
}

/** @throws X509FormatError; `bits` is null for a key of a known type that cannot be decoded. */
export function publicKey(value: Der | undefined): SubjectPublicKey {
  const [algorithm, key] = sequenceOf(value);
  const [identifier, parameters] = sequenceOf(algorithm);
  const type = keyTypes[objectIdentifier(identifier)] ?? objectIdentifier(identifier);
  const { bytes: keyBytes } = bitStringOf(key);
  return { type, keyBytes, der: value?.whole ?? new Uint8Array(), ...safeSizeOf(type, parameters, keyBytes) };
}

function safeSizeOf(...[type, parameters, key]: Parameters<typeof sizeOf>): ReturnType<typeof sizeOf> {
  try {
    return sizeOf(type, parameters, key);
  } catch (error) {
    if (error instanceof X509FormatError) return { bits: null, curve: null };
    throw error;
  }
}

function sizeOf(type: string, parameters: Der | undefined, key: Uint8Array): Pick<SubjectPublicKey, 'bits' | 'curve'> {
  if (type === 'RSA' || type === 'RSA-PSS') return { bits: modulusBits(key), curve: null };
  if (type === 'DSA') return { bits: primeBits(parameters), curve: null };
  if (type !== 'EC') return { bits: fixedKeyBits[type] ?? null, curve: null };
  if (parameters?.tag !== tags.objectIdentifier) return { bits: null, curve: null };
  const curve = objectIdentifier(parameters);
  return { bits: curves[curve]?.bits ?? null, curve: curves[curve]?.name ?? curve };
}

function modulusBits(key: Uint8Array): number {
  const [modulus] = sequenceOf(readDer(key));
  return bitsOf(modulus);
}

function primeBits(parameters: Der | undefined): number | null {
  return parameters === undefined ? null : bitsOf(sequenceOf(parameters)[0]);
}

function bitsOf(value: Der | undefined): number {
  if (value?.tag !== tags.integer) throw new X509FormatError('a key without a number');
  const first = value.content.findIndex((octet) => octet !== 0);
  if (first < 0) return 0;
  const top = value.content[first] ?? 0;
  return (value.content.length - first) * 8 - (Math.clz32(top) - 24);
}
