import { toBase64, toHex } from '../base-encodings.ts';
import { DnsFormatError } from '../dns-format-error.ts';
import { readName } from '../name.ts';
import { type MessageReader, readOctets, readRest, readUint8, readUint16, readUint32 } from '../reader.ts';
import { typeMnemonic } from '../type-names.ts';
import type { FieldReader } from './form.ts';

export const uint8: FieldReader = (rdata) => String(readUint8(rdata));
export const uint16: FieldReader = (rdata) => String(readUint16(rdata));
export const uint32: FieldReader = (rdata) => String(readUint32(rdata));
export const recordType: FieldReader = (rdata) => typeMnemonic(readUint16(rdata));

/** A name that may be compressed: in the types of RFC 1035, and in those listed in RFC 3597 section 4. */
export const name: FieldReader = (rdata) => readName(rdata, { mayPoint: true });
/** A name of a newer type, where compression is a format error (RFC 3597 section 4). */
export const plainName: FieldReader = (rdata) => readName(rdata, { mayPoint: false });

/** The rest, which must not be empty. */
export const hex: FieldReader = (rdata) => toHex(someRest(rdata));
export const base64: FieldReader = (rdata) => toBase64(someRest(rdata));
/** The rest, which may be empty. */
export const optionalBase64: FieldReader = (rdata) => toBase64(readRest(rdata));
/** The rest, with a hyphen for an empty value. */
export const hyphenBase64: FieldReader = (rdata) => optionalBase64(rdata) || '-';
/** RFC 1706 section 7. */
export const nsapAddress: FieldReader = (rdata) => `0x${hex(rdata).toLowerCase()}`;

/** Node identifiers and locators (RFC 6742): four groups of hex digits without leading zeros, as in IPv6. */
export const locator: FieldReader = (rdata) =>
  Array.from({ length: 4 }, () => readUint16(rdata).toString(16)).join(':');

/** RFC 7043: octets in lower-case hex, separated by hyphens. */
export const eui =
  (octets: number): FieldReader =>
  (rdata) =>
    Array.from(readOctets(rdata, octets), (octet) => octet.toString(16).padStart(2, '0')).join('-');

function someRest(rdata: MessageReader): Uint8Array {
  const rest = readRest(rdata);
  if (rest.length === 0) throw new DnsFormatError('a field that must not be empty');
  return rest;
}
