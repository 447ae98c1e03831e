import { createCipheriv, randomBytes } from 'node:crypto';

export const KEY = randomBytes(32);

/** The headers of an encrypted answer, with some of them changed or, if undefined, left out. */
export function encryptionHeaders(changed: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const headers = {
    'x-encryption-algorithm': 'AES',
    'x-encryption-version': '1.0',
    'x-encryption-salt': randomBytes(16).toString('base64'),
    'x-encryption-key': KEY.toString('base64'),
    ...changed,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Encrypts a text as `{data, iv}`, with code independent of the page's. */
export function encrypt(text: string | Uint8Array, key: Uint8Array = KEY): { data: string; iv: string } {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return { data: Buffer.concat([cipher.update(text), cipher.final()]).toString('base64'), iv: iv.toString('base64') };
}
