import { type SignatureAlgorithm, signatureAlgorithm } from '@sonde/contract/x509/certificate';
import {
  bitStringOf,
  childrenOf,
  contextTag,
  type Der,
  expectTag,
  readDer,
  readOnly,
  sequenceOf,
  smallInteger,
  tags,
} from '@sonde/contract/x509/der';
import { type DistinguishedName, distinguishedName } from '@sonde/contract/x509/names';
import { timeOf } from '@sonde/contract/x509/text';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import { type CrlScope, crlScope } from './crl-scope.ts';

/** A decoded certificate revocation list (RFC 5280 section 5); nothing in it has been verified. */
export interface Crl {
  readonly issuer: DistinguishedName;
  /** Null for an invalid time. */
  readonly thisUpdate: Date | null;
  /** Null if absent. */
  readonly nextUpdate: Date | null;
  readonly scope: CrlScope;
  /** The encoded entries, see `findRevoked`. */
  readonly entries: Uint8Array;
  /** The signed part and its signature. */
  readonly signed: Uint8Array;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
}

/** Unpartitioned lists of large authorities have some megabytes, 40 bytes per certificate. */
export const MAX_CRL_BYTES = 5_000_000;

/** @throws X509FormatError for anything that is not exactly one list. Entries are not decoded. */
export function decodeCrl(der: Uint8Array): Crl {
  if (der.length > MAX_CRL_BYTES) throw new X509FormatError(`a list of more than ${MAX_CRL_BYTES} bytes`);
  const [body, algorithm, signature, ...rest] = childrenOf(readOnly(der, tags.sequence));
  if (rest.length > 0) throw new X509FormatError('a list of more than three parts');
  return {
    ...decodeBody(sequenceOf(body)),
    signed: expectTag(body, tags.sequence).whole,
    signatureAlgorithm: signatureAlgorithm(algorithm),
    signature: bitStringOf(signature).bytes,
  };
}

function decodeBody(parts: readonly Der[]): Omit<Crl, 'signed' | 'signatureAlgorithm' | 'signature'> {
  const hasVersion = parts[0]?.tag === tags.integer;
  if (hasVersion && smallInteger(parts[0]) !== 1) throw new X509FormatError('a list of an unknown version');
  const [, issuer, thisUpdate, ...optional] = hasVersion ? parts.slice(1) : parts;
  const isTime = ({ tag }: Der) => tag === tags.utcTime || tag === tags.generalizedTime;
  const nextUpdate = optional.find(isTime);
  const extensions = optional.find(({ tag }) => tag === contextTag(0));
  return {
    issuer: distinguishedName(issuer),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: nextUpdate === undefined ? null : timeOf(nextUpdate),
    scope: crlScope(extensions === undefined ? [] : sequenceOf(childrenOf(extensions)[0])),
    entries: optional.find(({ tag }) => tag === tags.sequence)?.content ?? new Uint8Array(),
  };
}

/**
 * Finds the entry with this serial number; null if there is none. Entries are decoded one at a time, since there may be a
 * hundred thousand.
 * @throws X509FormatError for a malformed entry before it
 */
export function findRevoked({ entries }: Crl, serialNumber: Uint8Array): { readonly revokedAt: Date | null } | null {
  for (let offset = 0; offset < entries.length; ) {
    const entry = expectTag(readDer(entries, offset), tags.sequence);
    const number = expectTag(readDer(entry.content), tags.integer);
    if (Buffer.compare(number.content, serialNumber) === 0) {
      return { revokedAt: timeOf(readDer(entry.content, number.whole.length)) };
    }
    offset += entry.whole.length;
  }
  return null;
}
