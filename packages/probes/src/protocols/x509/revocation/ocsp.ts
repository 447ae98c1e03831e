import { type SignatureAlgorithm, signatureAlgorithm } from '@sonde/contract/x509/certificate';
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
} from '@sonde/contract/x509/der';
import { type SignedCertificateTimestamp, timestampList } from '@sonde/contract/x509/scts';
import { timeOf } from '@sonde/contract/x509/text';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';

/** A SingleResponse: the status of one certificate (RFC 6960 section 4.2.1). */
export interface SingleResponse {
  /** Dotted identifier of the hash algorithm for the issuer. */
  readonly hashAlgorithm: string;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  readonly serialNumber: Uint8Array;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: Date | null;
  readonly thisUpdate: Date | null;
  readonly nextUpdate: Date | null;
  /** Null when it has none. */
  readonly timestamps: readonly SignedCertificateTimestamp[] | null;
}

/** A decoded response; nothing in it has been verified. */
export interface OcspResponse {
  readonly responses: readonly SingleResponse[];
  /** The signed part and its signature. */
  readonly signed: Uint8Array;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
  /** DER of the certificates in the response. */
  readonly certificates: readonly Uint8Array[];
}

const MAX_BYTES = 100_000;
const MAX_RESPONSES = 100;
const BASIC = '1.3.6.1.5.5.7.48.1.1';

/** Statuses of responses without a statement (RFC 6960 section 4.2.1). */
const responderErrors: Readonly<Record<number, string>> = {
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
};

/** What a responder says instead of a statement. */
export interface OcspError {
  readonly responderError: string;
}

/** @throws X509FormatError for anything but a basic OCSP response, or an error response. */
export function decodeOcspResponse(der: Uint8Array): OcspResponse | OcspError {
  if (der.length > MAX_BYTES) throw new X509FormatError(`a response of more than ${MAX_BYTES} bytes`);
  const [status, wrapped] = childrenOf(readOnly(der, tags.sequence));
  // Any status but successful (0) comes without response bytes.
  const code = smallInteger(status, tags.enumerated);
  if (code !== 0) return { responderError: responderErrors[code] ?? `status ${code}` };
  const [type, bytes] = sequenceOf(childrenOf(expectTag(wrapped, contextTag(0)))[0]);
  if (objectIdentifier(type) !== BASIC) throw new X509FormatError('a response of an unknown kind');
  const basic = readOnly(expectTag(bytes, tags.octetString).content, tags.sequence);
  const [data, algorithm, signature, certificates] = childrenOf(basic);
  const list = certificates === undefined ? [] : sequenceOf(childrenOf(expectTag(certificates, contextTag(0)))[0]);
  return {
    responses: responsesOf(data),
    signed: expectTag(data, tags.sequence).whole,
    signatureAlgorithm: signatureAlgorithm(algorithm),
    signature: bitStringOf(signature).bytes,
    certificates: list.map(({ whole }) => whole),
  };
}

/** Version and extensions are optional. Responder ID and time come before the list of responses, the only SEQUENCE. */
function responsesOf(data: Der | undefined): SingleResponse[] {
  const list = sequenceOf(data).find(({ tag }) => tag === tags.sequence);
  const responses = sequenceOf(list);
  if (responses.length > MAX_RESPONSES) throw new X509FormatError(`more than ${MAX_RESPONSES} answers in one`);
  return responses.map(singleResponse);
}

function singleResponse(value: Der): SingleResponse {
  const [id, status, thisUpdate, ...optional] = sequenceOf(value);
  const [algorithm, nameHash, keyHash, serial] = sequenceOf(id);
  const next = optional.find(({ tag }) => tag === contextTag(0));
  return {
    hashAlgorithm: objectIdentifier(sequenceOf(algorithm)[0]),
    issuerNameHash: expectTag(nameHash, tags.octetString).content,
    issuerKeyHash: expectTag(keyHash, tags.octetString).content,
    serialNumber: expectTag(serial, tags.integer).content,
    ...statusOf(status),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next === undefined ? null : timeOf(childrenOf(next)[0]),
    timestamps: timestampsOf(optional.find(({ tag }) => tag === contextTag(1))),
  };
}

/** Timestamps in a response (RFC 6962 section 3.3). */
const TIMESTAMPS = '1.3.6.1.4.1.11129.2.4.5';

function timestampsOf(extensions: Der | undefined): readonly SignedCertificateTimestamp[] | null {
  if (extensions === undefined) return null;
  const list = sequenceOf(childrenOf(extensions)[0]).map((one) => sequenceOf(one));
  const found = list.find(([identifier]) => objectIdentifier(identifier) === TIMESTAMPS)?.at(-1);
  if (found === undefined) return null;
  return timestampList(readOnly(expectTag(found, tags.octetString).content, tags.octetString).content);
}

function statusOf(value: Der | undefined): Pick<SingleResponse, 'status' | 'revokedAt'> {
  if (value?.tag === contextTag(0, { isConstructed: false })) return { status: 'good', revokedAt: null };
  if (value?.tag !== contextTag(1)) return { status: 'unknown', revokedAt: null };
  return { status: 'revoked', revokedAt: timeOf(childrenOf(value)[0]) };
}
