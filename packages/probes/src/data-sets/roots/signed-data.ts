import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  childrenOf,
  contextTag,
  type Der,
  expectTag,
  objectIdentifier,
  readOnly,
  sequenceOf,
  tags,
} from '@sonde/contract/x509/der';
import { timeOf } from '@sonde/contract/x509/text';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const DATA = '1.2.840.113549.1.7.1';
const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Between the signer and the root. */
const MAX_INTERMEDIATES = 3;

/** What a detached signature says, once it has been verified. */
export interface VerifiedSignature {
  readonly signer: X509Certificate;
  /** As the signer states; null if it does not. */
  readonly signedAt: Date | null;
}

/**
 * Verifies a detached signature (CMS SignedData, RFC 5652 section 5) with signed attributes, as IANA publishes beside its files.
 * @param signature DER
 * @param root the only trusted certificate
 * @param at when all certificates on the path have to be valid
 * @throws X509FormatError with the reason if any part of it is missing, unknown, or does not verify
 */
export function verifyDetached(
  content: Uint8Array,
  signature: Uint8Array,
  root: X509Certificate,
  at: Date,
): VerifiedSignature {
  const [type, explicit] = sequenceOf(readOnly(signature, tags.sequence));
  if (objectIdentifier(type) !== SIGNED_DATA) throw new X509FormatError('no signed data');
  const [signedData] = childrenOf(expectTag(explicit, contextTag(0)));
  const fields = sequenceOf(signedData);
  const certificates = certificatesOf(fields.find(({ tag }) => tag === contextTag(0)));
  const [signerInfo] = childrenOf(expectTag(fields.at(-1), tags.set));
  const info = readSignerInfo(signerInfo);
  const digest = createHash(info.digest).update(content).digest();
  if (!digest.equals(info.messageDigest)) throw new X509FormatError('the signature is of another content');
  const signer = certificates.find((one) => verifies(info, one));
  if (signer === undefined) throw new X509FormatError('the signature does not verify');
  requirePath(signer, certificates, root, at);
  return { signer, signedAt: info.signedAt };
}

function certificatesOf(set: Der | undefined): X509Certificate[] {
  return childrenOf(expectTag(set, contextTag(0))).map(({ whole }) => new X509Certificate(whole));
}

interface SignerInfo {
  readonly digest: string;
  /** As they are signed: a SET, and not the implicit tag that they are sent with (RFC 5652 section 5.4). */
  readonly attributes: Uint8Array;
  readonly messageDigest: Uint8Array;
  readonly signedAt: Date | null;
  readonly signature: Uint8Array;
}

function readSignerInfo(value: Der | undefined): SignerInfo {
  const [, , digestAlgorithm, attributes, , signature] = sequenceOf(value);
  const digest = digests[objectIdentifier(sequenceOf(digestAlgorithm)[0])];
  if (digest === undefined) throw new X509FormatError('an unknown digest');
  const signed = expectTag(attributes, contextTag(0));
  const attribute = (wanted: string): Der | undefined => {
    const found = childrenOf(signed)
      .map(sequenceOf)
      .find(([type]) => objectIdentifier(type) === wanted);
    return found && childrenOf(expectTag(found[1], tags.set))[0];
  };
  if (objectIdentifier(attribute(CONTENT_TYPE)) !== DATA)
    throw new X509FormatError('the signature is not of plain data');
  const time = attribute(SIGNING_TIME);
  return {
    digest,
    attributes: Buffer.concat([Uint8Array.of(tags.set), signed.whole.subarray(1)]),
    messageDigest: expectTag(attribute(MESSAGE_DIGEST), tags.octetString).content,
    signedAt: time === undefined ? null : timeOf(time),
    signature: expectTag(signature, tags.octetString).content,
  };
}

function verifies({ digest, attributes, signature }: SignerInfo, certificate: X509Certificate): boolean {
  try {
    return verify(digest, attributes, certificate.publicKey, signature);
  } catch {
    return false;
  }
}

/** @throws X509FormatError unless the certificates lead from the signer to the root, and all are valid at that time */
function requirePath(
  signer: X509Certificate,
  certificates: readonly X509Certificate[],
  root: X509Certificate,
  at: Date,
): void {
  let last = signer;
  if (at > new Date(root.validTo)) throw new X509FormatError('the trusted authority has expired');
  for (let step = 0; step <= MAX_INTERMEDIATES; step += 1) {
    if (at < new Date(last.validFrom) || at > new Date(last.validTo))
      throw new X509FormatError(`a certificate of the signer was valid until ${new Date(last.validTo).toISOString()}`);
    if (last.checkIssued(root) && last.verify(root.publicKey)) return;
    const subject = last;
    const issuer = certificates.find((one) => one.ca && subject.checkIssued(one) && subject.verify(one.publicKey));
    if (issuer === undefined || issuer === subject) break;
    last = issuer;
  }
  throw new X509FormatError('the signer has no certificate of the trusted authority');
}
