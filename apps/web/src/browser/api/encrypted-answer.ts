import { AskError } from './ask-error.ts';

/** An encrypted answer or event before validation. */
export interface EncryptedAnswer {
  readonly data: unknown;
  readonly iv: unknown;
}

const ALGORITHM = 'AES';
const VERSION = '1.0';
const KEY_BYTES = 32;

/**
 * Decrypts a body with the key from its response's headers. The format also sends a salt, which is not used. Every
 * failure is an `AskError` with the specification's text.
 */
export async function decryptAnswer({ data, iv }: EncryptedAnswer, { headers, status }: Response): Promise<unknown> {
  const fail = (text: string, cause?: unknown) =>
    new AskError(text, { code: 'ERR_BAD_RESPONSE', stage: 'encrypted', status, cause });
  const key = headers.get('x-encryption-key');
  if (!key) throw fail('Missing encryption key in response headers');
  if (isEmpty(data) || isEmpty(iv)) throw fail('Missing required encryption data');
  const strange = strangeScheme(headers);
  if (strange !== null) throw fail(`Decryption failed: ${strange}`);

  const [keyBytes, ivBytes, dataBytes] = [bytesOf(key), bytesOf(iv), bytesOf(data)];
  if (keyBytes === null || ivBytes === null || dataBytes === null) throw fail('Invalid base64 data');
  const plain = await decrypt(keyBytes, ivBytes, dataBytes).catch((cause: unknown) => {
    throw fail(`Decryption failed: ${reasonOf(cause)}`, cause);
  });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch (cause) {
    throw fail('Invalid JSON data after decryption', cause);
  }
}

/** AES-256 in CBC mode (NIST SP 800-38A section 6.2) with the padding of PKCS #7 (RFC 5652 section 6.3). */
export async function decrypt(
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  // Browsers provide Web Crypto only to pages served over HTTPS or from localhost.
  if (!('subtle' in crypto)) throw new Error('This browser can decrypt only on pages served over HTTPS.');
  // Web Crypto would also accept shorter keys.
  if (key.length !== KEY_BYTES) throw new Error(`The key has ${key.length * 8} bits instead of ${KEY_BYTES * 8}.`);
  const cryptoKey = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['decrypt']);
  return crypto.subtle.decrypt({ name: 'AES-CBC', iv }, cryptoKey, data);
}

function strangeScheme(headers: Headers): string | null {
  const algorithm = headers.get('x-encryption-algorithm') || ALGORITHM;
  const version = headers.get('x-encryption-version') || VERSION;
  if (algorithm !== ALGORITHM) return `Unsupported algorithm ${algorithm}`;
  return version === VERSION ? null : `Unsupported version ${version}`;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof base64 !== 'string') return null;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Chromium's error has no message. */
function reasonOf(cause: unknown): string {
  return (cause instanceof Error && cause.message) || 'The key does not match the data.';
}
