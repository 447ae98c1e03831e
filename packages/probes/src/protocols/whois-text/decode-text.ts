import { charsetOfBytes, isWellFormed } from './charset.ts';

/** ISO-2022-JP switches character sets by escape sequences (RFC 1468); it is a 7-bit encoding, so it looks like ASCII. */
const JAPANESE_ESCAPE = [0x1b, 0x24];

/** What is known about the character set of a server, besides its bytes. */
export interface CharsetHints {
  /** The one that this server is known to use. */
  readonly server?: string | null;
  /** The one that is usual under the ending of the server, or of the name. */
  readonly ending?: string | null;
}

/** Character sets of one byte for each character, in which any bytes are well-formed. */
const SINGLE_BYTE = /^(?:windows|iso-8859)/;

/**
 * Decodes a WHOIS reply. RFC 3912 defines no character set, so the bytes decide: well-formed UTF-8 is UTF-8 (other
 * encodings are hardly ever well-formed by accident); otherwise the character set that the server is known to use, or else
 * that of its ending if it has several bytes for a character, if the bytes are well-formed in it; otherwise whichever the
 * bytes themselves show, and in the end that of the ending, or Windows-1252.
 */
export function decodeWhoisText(bytes: Uint8Array, { server = null, ending = null }: CharsetHints = {}): string {
  if (hasJapaneseEscape(bytes)) return decodeAs('iso-2022-jp', bytes);
  const whole = withoutCutEnd(bytes);
  const own = charsetOfBytes(bytes);
  if (own?.startsWith('utf-16')) return decodeAs(own, bytes);
  if (isWellFormed('utf-8', whole)) return decodeAs('utf-8', whole);
  const isSingle = ending !== null && SINGLE_BYTE.test(ending);
  const known = [server, isSingle ? null : ending];
  const fits = known.find((charset) => charset !== null && isWellFormed(charset, bytes));
  return decodeAs(fits ?? own ?? (isSingle ? ending : 'windows-1252'), bytes);
}

/** Windows-1252 from 0x80 to 0x9f; the five unassigned positions remain control characters. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeAs(charset: string, bytes: Uint8Array): string {
  const text = new TextDecoder(charset).decode(bytes);
  // Node.js decodes these bytes of Windows-1252, and of its alias Latin-1, as control characters (nodejs/node#56542).
  const isWestern = charset === 'windows-1252' || charset === 'iso-8859-1';
  return isWestern ? text.replace(/[\u0080-\u009f]/g, (char) => WESTERN[char.charCodeAt(0) - 0x80] ?? char) : text;
}

function hasJapaneseEscape(bytes: Uint8Array): boolean {
  for (let index = bytes.indexOf(0x1b); index >= 0; index = bytes.indexOf(0x1b, index + 1)) {
    if (bytes[index + 1] === JAPANESE_ESCAPE[1]) return true;
  }
  return false;
}

/** A reply cut at the size limit may end inside a character of up to four bytes. */
function withoutCutEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    const neededBytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc0) return neededBytes > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
