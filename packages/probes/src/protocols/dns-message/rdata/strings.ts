import { DnsFormatError } from '../dns-format-error.ts';
import { type MessageReader, octetsLeft, readOctets, readRest, readUint8 } from '../reader.ts';
import type { FieldReader } from './form.ts';

/** Each octet as written between quotes (RFC 1035 section 5.1): printable ASCII only, with quotes and backslashes escaped. */
const quotedText: readonly string[] = Array.from({ length: 256 }, (_, octet) => {
  if (octet < 0x20 || octet > 0x7e) return `\\${String(octet).padStart(3, '0')}`;
  return octet === 0x22 || octet === 0x5c ? `\\${String.fromCharCode(octet)}` : String.fromCharCode(octet);
});

function quote(octets: Uint8Array): string {
  return `"${escapeOctets(octets)}"`;
}

export function escapeOctets(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) text += quotedText[octet];
  return text;
}

/** One <character-string>: a length octet and as many octets. */
export const string: FieldReader = (rdata) => quote(readString(rdata));

/** One <character-string> at the end, which may be absent. */
export const optionalString: FieldReader = (rdata) => (octetsLeft(rdata) === 0 ? '' : string(rdata));

/** One or more strings, kept separate: their boundaries are part of the data. */
export const strings: FieldReader = (rdata) => {
  const parts = [string(rdata)];
  while (octetsLeft(rdata) > 0) parts.push(string(rdata));
  return parts.join(' ');
};

/** The rest as one string without a length octet (RFC 7553, RFC 8659). */
export const longString: FieldReader = (rdata) => quote(readRest(rdata));

/** A property tag of CAA (RFC 8659 section 4.1): letters and digits, so that it needs no quotes. */
export const caaTag: FieldReader = (rdata) => {
  const tag = String.fromCharCode(...readString(rdata));
  if (!/^[A-Za-z0-9]+$/.test(tag)) throw new DnsFormatError('a CAA tag with characters other than letters and digits');
  return tag;
};

function readString(rdata: MessageReader): Uint8Array {
  return readOctets(rdata, readUint8(rdata));
}
