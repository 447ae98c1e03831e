import { createCipheriv, randomBytes } from 'node:crypto';

/** AES-256 in CBC mode (NIST SP 800-38A section 6.2) with the padding of PKCS #7 (RFC 5652 section 6.3). */
export function encrypt(key: Uint8Array, iv: Uint8Array, plain: string | Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const head = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([head, cipher.final()]);
}

export interface Seal {
  /** What a client needs for decryption. */
  readonly headers: Readonly<Record<string, string>>;
  /** Encrypts a text with a new IV; returns the JSON text of `{data, iv}`. */
  seal(json: string): string;
}

/**
 * Creates the key of one answer. It is sent along with what it encrypts: this hides answers from casual reading, but does
 * not protect against anyone who sees the whole response. The salt is part of the format and otherwise unused.
 */
export function createSeal(): Seal {
  const key = randomBytes(32);
  return {
    headers: {
      'x-encryption-algorithm': 'AES',
      'x-encryption-version': '1.0',
      'x-encryption-salt': randomBytes(16).toString('base64'),
      'x-encryption-key': key.toString('base64'),
    },
    seal(json) {
      const iv = randomBytes(16);
      return JSON.stringify({ data: encrypt(key, iv, json).toString('base64'), iv: iv.toString('base64') });
    },
  };
}
