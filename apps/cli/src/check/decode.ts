const UTF_16_LITTLE_ENDIAN = [0xff, 0xfe];
const UTF_16_BIG_ENDIAN = [0xfe, 0xff];

/**
 * Decodes a file, removing a byte order mark: UTF-8, or UTF-16 with a mark, as written by spreadsheets. Null for anything
 * else, since names in other scripts would be lost.
 */
export function decoded(bytes: Uint8Array): string | null {
  const begins = (mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);
  const encoding = begins(UTF_16_LITTLE_ENDIAN) ? 'utf-16le' : begins(UTF_16_BIG_ENDIAN) ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
