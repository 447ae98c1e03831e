// In this folder: certificates and requests in DER and PEM, decoded by the server and by the browser. Nothing is verified.
import {
  bitStringOf,
  childrenOf,
  contextTag,
  type Der,
  expectTag,
  objectIdentifier,
  readOnly,
  sequenceOf,
  smallInteger,
  tags,
} from './der.ts';
import { type Extensions, noExtensions, readExtensions } from './extensions.ts';
import { type DistinguishedName, distinguishedName } from './names.ts';
import { hashes, signatureAlgorithms } from './object-names.ts';
import { publicKey, type SubjectPublicKey } from './public-key.ts';
import { timeOf } from './text.ts';
import { X509FormatError } from './x509-format-error.ts';

export interface SignatureAlgorithm {
  /** `sha256WithRSAEncryption` …; the dotted object identifier if it has no name here. */
  readonly name: string;
  /** `SHA-256` …, from the name of the algorithm or from its parameters (RSASSA-PSS); null when unknown. */
  readonly hash: string | null;
}

/** A decoded certificate (RFC 5280 section 4.1); nothing in it has been verified. */
export interface X509 {
  readonly der: Uint8Array;
  /** 1 to 3. */
  readonly version: number;
  /** The content octets, including leading zeros. */
  readonly serialNumber: Uint8Array;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  /** Null for an invalid time. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly publicKey: SubjectPublicKey;
  readonly extensions: Extensions;
}

/** Certificates with ten thousand names are 300 kB long. */
const MAX_BYTES = 1_000_000;

/** @throws X509FormatError for anything that is not exactly one certificate. */
export function decodeCertificate(der: Uint8Array): X509 {
  if (der.length > MAX_BYTES) throw new X509FormatError(`a certificate of more than ${MAX_BYTES} bytes`);
  const [body, algorithm, signature, ...rest] = childrenOf(readOnly(der, tags.sequence));
  if (rest.length > 0) throw new X509FormatError('a certificate of more than three parts');
  bitStringOf(signature);
  return { der, ...decodeBody(sequenceOf(body)), signatureAlgorithm: signatureAlgorithm(algorithm) };
}

function decodeBody(parts: readonly Der[]): Omit<X509, 'der' | 'signatureAlgorithm'> {
  const hasVersion = parts[0]?.tag === contextTag(0);
  const [serial, , issuer, validity, subject, key, ...optional] = hasVersion ? parts.slice(1) : parts;
  const [from, until] = sequenceOf(validity);
  const extensions = optional.find(({ tag }) => tag === contextTag(3));
  const [list] = extensions === undefined ? [] : childrenOf(extensions);
  return {
    version: hasVersion ? smallInteger(childrenOf(expectTag(parts[0], contextTag(0)))[0]) + 1 : 1,
    serialNumber: expectTag(serial, tags.integer).content,
    issuer: distinguishedName(issuer),
    notBefore: timeOf(from),
    notAfter: timeOf(until),
    subject: distinguishedName(subject),
    publicKey: publicKey(key),
    extensions: extensions === undefined ? noExtensions() : readExtensions(sequenceOf(list)),
  };
}

const RSASSA_PSS = '1.2.840.113549.1.1.10';

/** @throws X509FormatError */
export function signatureAlgorithm(value: Der | undefined): SignatureAlgorithm {
  const [identifier, parameters] = sequenceOf(value);
  const dotted = objectIdentifier(identifier);
  const name = signatureAlgorithms[dotted] ?? dotted;
  if (dotted !== RSASSA_PSS) return { name, hash: hashInName(name) };
  const stated =
    parameters?.tag === tags.sequence ? childrenOf(parameters).find(({ tag }) => tag === contextTag(0)) : null;
  // The default is SHA-1 (RFC 4055 section 3.1).
  const hash = stated ? objectIdentifier(sequenceOf(childrenOf(stated)[0])[0]) : '1.3.14.3.2.26';
  return { name, hash: hashes[hash] ?? hash };
}

function hashInName(name: string): string | null {
  const [, family = '', bits = ''] = /(md|sha)-?(\d+)/i.exec(name) ?? [];
  if (family === '') return null;
  return family.toLowerCase() === 'md' ? `MD${bits}` : `SHA-${bits}`;
}
