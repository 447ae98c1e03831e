import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The SHA-256 of a body as the server sent it, in hexadecimal: serializing parsed JSON.stringify output gives the same
 * text. Own code, because Web Crypto is missing on pages that come over plain HTTP from another host.
 */
export function digestOf(body: object): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(body))));
}
