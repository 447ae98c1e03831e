import {
  childrenOf,
  contextTag,
  type Der,
  objectIdentifier,
  readOnly,
  sequenceOf,
  tags,
} from '@sonde/contract/x509/der';

/** The extension with embedded timestamps (RFC 6962 section 3.3). */
const TIMESTAMPS = '1.3.6.1.4.1.11129.2.4.2';

/**
 * The TBSCertificate without the extension that holds the timestamps, as signed by logs (RFC 6962 section 3.2). All other
 * octets are unchanged, apart from the enclosing lengths.
 * @throws X509FormatError
 */
export function bodyWithoutTimestamps(der: Uint8Array): Uint8Array {
  const [body] = childrenOf(readOnly(der, tags.sequence));
  return encode(tags.sequence, sequenceOf(body).map(withoutTimestamps));
}

function withoutTimestamps(part: Der): Uint8Array {
  if (part.tag !== contextTag(3)) return part.whole;
  const [list] = childrenOf(part);
  const left = sequenceOf(list).filter((extension) => objectIdentifier(sequenceOf(extension)[0]) !== TIMESTAMPS);
  // The list of extensions must not be empty (RFC 5280 section 4.1), so an empty one is dropped.
  if (left.length === 0) return new Uint8Array();
  return encode(contextTag(3), [
    encode(
      tags.sequence,
      left.map(({ whole }) => whole),
    ),
  ]);
}

/** Encodes identifier, shortest length and content (X.690 section 10.1). */
function encode(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(tag, ...lengthOctets(content.length)), content]);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 + octets.length, ...octets];
}
