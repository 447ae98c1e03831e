const hexPairs = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0').toUpperCase());
const BASE32HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** Upper case, without line breaks. */
export function toHex(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) text += hexPairs[octet];
  return text;
}

/** RFC 4648 section 4, padded, without line breaks. */
export function toBase64(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('base64');
}

/** The octets of padded base64; null if the text is not padded base64. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** RFC 4648 section 7 without padding, as NSEC3 writes hashed names (RFC 5155 section 3.3). */
export function toBase32Hex(octets: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const octet of octets) {
    buffer = ((buffer << 8) | octet) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32HEX.charAt((buffer >> bits) & 31);
    }
  }
  return bits === 0 ? text : text + BASE32HEX.charAt((buffer << (5 - bits)) & 31);
}
