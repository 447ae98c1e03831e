import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { join } from '../../../../protocols/octets.ts';
import type { Suite } from '../../../../protocols/tls-records/registries/suites.ts';
import { versions } from '../../../../protocols/tls-records/registries/versions.ts';
import { uint, vector } from '../../../../protocols/tls-records/writer.ts';
import { nonceOf } from '../tls13/record-protection.ts';

/** How a cipher suite up to TLS 1.2 encrypts, and how many octets of the key block it needs. */
export interface Tls12Cipher {
  readonly kind: 'gcm' | 'chacha20' | 'cbc';
  readonly keyLength: number;
  readonly macLength: number;
  readonly ivLength: number;
  readonly mac: string;
}

const macs: readonly (readonly [RegExp, string, number])[] = [
  [/_SHA384$/, 'sha384', 48],
  [/_SHA256$/, 'sha256', 32],
  [/_SHA$/, 'sha1', 20],
];

/** Null for a cipher that is not implemented here: anything but AES in GCM or CBC, and ChaCha20-Poly1305. */
export function tls12CipherOf({ name, cipher, mode, bits }: Suite): Tls12Cipher | null {
  if (cipher === 'CHACHA20') return { kind: 'chacha20', keyLength: 32, macLength: 0, ivLength: 12, mac: '' };
  if (cipher !== 'AES' || name.includes('CCM')) return null;
  if (mode === 'aead') return { kind: 'gcm', keyLength: bits / 8, macLength: 0, ivLength: 4, mac: '' };
  const [, mac, macLength] = macs.find(([pattern]) => pattern.test(name)) ?? [];
  return mac === undefined || macLength === undefined
    ? null
    : { kind: 'cbc', keyLength: bits / 8, macLength, ivLength: 16, mac };
}

/** The client's part of the key block (RFC 5246 section 6.3). */
export interface ClientWriteKeys {
  readonly macKey: Uint8Array;
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
}

/** Encrypts our next record; the result includes its header. */
export type SealRecord = (type: number, content: Uint8Array) => Uint8Array;

export function createRecordSeal(version: number, cipher: Tls12Cipher, side: ClientWriteKeys): SealRecord {
  const encrypt = encryptors[cipher.kind](version, cipher, side);
  let sequence = 0;
  return (type, content) => {
    const start = join(uint(type, 1), uint(version, 2));
    const payload = encrypt(content, start, sequence);
    sequence += 1;
    return join(start, vector(2, payload));
  };
}

/** `start` is content type and version; they are authenticated together with sequence number and length. */
type Encrypt = (content: Uint8Array, start: Uint8Array, sequence: number) => Uint8Array;

const encryptors: Readonly<
  Record<Tls12Cipher['kind'], (version: number, cipher: Tls12Cipher, side: ClientWriteKeys) => Encrypt>
> = {
  // RFC 5288: the record carries the explicit part of the nonce.
  gcm: (_, { keyLength }, { key, iv }) => {
    return (content, start, sequence) => {
      const explicit = eightOctets(sequence);
      const algorithm = keyLength === 32 ? 'aes-256-gcm' : 'aes-128-gcm';
      return join(explicit, seal(algorithm, key, join(iv, explicit), authenticated(start, sequence, content), content));
    };
  },
  // RFC 7905.
  chacha20: (_version, _cipher, { key, iv }) => {
    return (content, start, sequence) =>
      seal('chacha20-poly1305', key, nonceOf(iv, sequence), authenticated(start, sequence, content), content);
  },
  cbc: (version, cipher, side) => {
    // In TLS 1.0 the last block is the next IV (RFC 2246 section 6.2.3.2); later versions send a new one.
    let chained = side.iv;
    return (content, start, sequence) => {
      const mac = createHmac(cipher.mac, side.macKey)
        .update(join(authenticated(start, sequence, content), content))
        .digest();
      const padding = 15 - ((content.length + mac.length) % 16);
      const plain = join(content, mac, new Uint8Array(padding + 1).fill(padding));
      const isChained = version < versions['TLSv1.1'];
      const iv = isChained ? chained : randomBytes(16);
      const block = createCipheriv(cipher.keyLength === 32 ? 'aes-256-cbc' : 'aes-128-cbc', side.key, iv);
      const sealed = join(block.setAutoPadding(false).update(plain), block.final());
      chained = sealed.subarray(-16);
      return isChained ? sealed : join(iv, sealed);
    };
  },
};

function seal(
  algorithm: 'aes-128-gcm' | 'aes-256-gcm' | 'chacha20-poly1305',
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array,
  content: Uint8Array,
): Uint8Array {
  // Node's types accept AEAD options only for GCM names.
  const cipher = createCipheriv(algorithm as 'aes-128-gcm', key, nonce, { authTagLength: 16 });
  cipher.setAAD(aad, { plaintextLength: content.length });
  const sealed = join(cipher.update(content), cipher.final());
  return join(sealed, cipher.getAuthTag());
}

function authenticated(start: Uint8Array, sequence: number, content: Uint8Array): Uint8Array {
  return join(eightOctets(sequence), start, uint(content.length, 2));
}

function eightOctets(value: number): Uint8Array {
  return join(new Uint8Array(5), uint(value, 3));
}
