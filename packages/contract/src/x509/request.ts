import { type SignatureAlgorithm, signatureAlgorithm } from './certificate.ts';
import {
  bitStringOf,
  childrenOf,
  contextTag,
  type Der,
  expectTag,
  objectIdentifier,
  readOnly,
  sequenceOf,
  tags,
} from './der.ts';
import { type Extensions, noExtensions, readExtensions } from './extensions.ts';
import { type DistinguishedName, distinguishedName } from './names.ts';
import { publicKey, type SubjectPublicKey } from './public-key.ts';
import { X509FormatError } from './x509-format-error.ts';

/** A decoded certification request (PKCS #10, RFC 2986 section 4); nothing in it has been verified. */
export interface CertificateRequest {
  readonly der: Uint8Array;
  readonly subject: DistinguishedName;
  readonly publicKey: SubjectPublicKey;
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** The extensions that are asked for (RFC 2985 section 5.4.2). */
  readonly extensions: Extensions;
}

const MAX_BYTES = 1_000_000;
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';

/** @throws X509FormatError for anything that is not exactly one request. */
export function decodeRequest(der: Uint8Array): CertificateRequest {
  if (der.length > MAX_BYTES) throw new X509FormatError(`a request of more than ${MAX_BYTES} bytes`);
  const [body, algorithm, signature, ...rest] = childrenOf(readOnly(der, tags.sequence));
  if (rest.length > 0) throw new X509FormatError('a request of more than three parts');
  bitStringOf(signature);
  const [version, subject, key, attributes] = sequenceOf(body);
  expectTag(version, tags.integer);
  return {
    der,
    subject: distinguishedName(subject),
    publicKey: publicKey(key),
    signatureAlgorithm: signatureAlgorithm(algorithm),
    extensions: attributes?.tag === contextTag(0) ? extensionsIn(attributes) : noExtensions(),
  };
}

function extensionsIn(attributes: Der): Extensions {
  for (const attribute of childrenOf(attributes)) {
    const [type, values] = sequenceOf(attribute);
    if (objectIdentifier(type) !== EXTENSION_REQUEST) continue;
    const [extensions] = childrenOf(expectTag(values, tags.set));
    return readExtensions(sequenceOf(extensions));
  }
  return noExtensions();
}
