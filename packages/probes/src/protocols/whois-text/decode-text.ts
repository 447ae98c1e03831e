/** ISO-2022-JP switches character sets by escape sequences (RFC 1468); it is a 7-bit encoding, so it looks like ASCII. */
const JAPANESE_ESCAPE = [0x1b, 0x24];

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a WHOIS reply. RFC 3912 defines no character set, so the bytes decide: well-formed UTF-8 is UTF-8 (other
 * encodings are hardly ever well-formed by accident); otherwise `charset`, if that of the server is known; otherwise
 * Shift-JIS or Windows-1252, whichever fits the bytes better.
 */
export function decodeWhoisText(bytes: Uint8Array, charset: string | null = null): string {
  if (hasJapaneseEscape(bytes)) return decodeAs('iso-2022-jp', bytes);
  try {
    return strictUtf8.decode(withoutCutEnd(bytes));
  } catch {
    return decodeAs(charset ?? (looksLikeShiftJis(bytes) ? 'shift_jis' : 'windows-1252'), bytes);
  }
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

/**
 * Kana and common kanji begin with bytes from 0x81 to 0x9f, which are rare punctuation in western texts; western letters
 * are 0xc0 and above.
 */
function looksLikeShiftJis(bytes: Uint8Array): boolean {
  let [pairs, japanesePairs] = [0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80 || (byte >= 0xa0 && byte <= 0xdf)) continue;
    const next = bytes[index + 1] ?? 0;
    if (next < 0x40 || next === 0x7f || next > 0xfc) return false;
    pairs += 1;
    if (byte <= 0x9f) japanesePairs += 1;
    index += 1;
  }
  return japanesePairs > 0 && japanesePairs * 2 >= pairs;
}
