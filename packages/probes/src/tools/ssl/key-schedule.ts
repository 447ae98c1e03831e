import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import type { KeyShare } from '../../protocols/tls-records/extensions.ts';
import { secp256r1, secp384r1, secp521r1, x448, x25519 } from '../../protocols/tls-records/groups.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { ascii, join, uint, vector } from '../../protocols/tls-records/writer.ts';

/** A fresh key of ours for one group. */
export interface ClientKey {
  readonly share: KeyShare;
  /** The secret shared with the owner of a public key. @throws TlsFormatError when it is none */
  agree(serverKey: Uint8Array): Uint8Array;
}

const curves: ReadonlyMap<number, string> = new Map([
  [secp256r1, 'prime256v1'],
  [secp384r1, 'secp384r1'],
  [secp521r1, 'secp521r1'],
]);

/** The groups of a client of today that we can agree a key in. */
export const currentGroups: readonly number[] = [x25519, secp256r1, secp384r1];

/** Null for a group that we cannot agree a key in: finite fields, and what the runtime does not have. */
export function createClientKey(group: number): ClientKey | null {
  if (group === x25519) return createMontgomeryKey(group, 'X25519', generateKeyPairSync('x25519'));
  if (group === x448) return createMontgomeryKey(group, 'X448', generateKeyPairSync('x448'));
  const curve = curves.get(group);
  if (curve === undefined) return null;
  const pair = createECDH(curve);
  const key = pair.generateKeys();
  return { share: { group, key }, agree: (serverKey) => orFormatError(() => pair.computeSecret(serverKey)) };
}

/** RFC 7748. */
function createMontgomeryKey(group: number, crv: string, { privateKey, publicKey }: KeyPairKeyObjectResult): ClientKey {
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    share: { group, key },
    agree: (serverKey) =>
      orFormatError(() => {
        const x = Buffer.from(serverKey).toString('base64url');
        const theirs = createPublicKey({ key: { kty: 'OKP', crv, x }, format: 'jwk' });
        return diffieHellman({ privateKey, publicKey: theirs });
      }),
  };
}

interface Aead {
  readonly algorithm: 'aes-128-gcm' | 'aes-256-gcm' | 'chacha20-poly1305' | 'aes-128-ccm';
  readonly keyLength: number;
  readonly tagLength: number;
  readonly hash: 'sha256' | 'sha384';
}

const aeads: ReadonlyMap<number, Aead> = new Map([
  [0x1301, { algorithm: 'aes-128-gcm', keyLength: 16, tagLength: 16, hash: 'sha256' }],
  [0x1302, { algorithm: 'aes-256-gcm', keyLength: 32, tagLength: 16, hash: 'sha384' }],
  [0x1303, { algorithm: 'chacha20-poly1305', keyLength: 32, tagLength: 16, hash: 'sha256' }],
  [0x1304, { algorithm: 'aes-128-ccm', keyLength: 16, tagLength: 16, hash: 'sha256' }],
  [0x1305, { algorithm: 'aes-128-ccm', keyLength: 16, tagLength: 8, hash: 'sha256' }],
]);

/** What was said up to the ServerHello, in order. */
export interface Transcript {
  readonly suite: number;
  readonly messages: readonly Uint8Array[];
}

/** What protects the handshake in both directions, one record after the other. */
export interface HandshakeKeys {
  /** Decrypts the server's next record. @throws TlsFormatError when it is not authentic */
  open(payload: Uint8Array): Uint8Array;
  /** Our next record, with its header. */
  seal(type: number, content: Uint8Array): Uint8Array;
}

const IV = 12;
const APPLICATION_DATA = Uint8Array.of(23, 3, 3);

/** Handshake keys (RFC 8446 section 7.1); null for an unknown suite. */
export function createHandshakeKeys({ suite, messages }: Transcript, secret: Uint8Array): HandshakeKeys | null {
  const aead = aeads.get(suite);
  if (aead === undefined) return null;
  const { hash } = aead;
  const zeros = new Uint8Array(createHash(hash).digest().length);
  const early = createHmac(hash, zeros).update(zeros).digest();
  const derived = expandLabel(hash, early, 'derived', createHash(hash).digest(), zeros.length);
  const handshake = createHmac(hash, derived).update(secret).digest();
  const transcript = createHash(hash)
    .update(join(...messages))
    .digest();
  const side = (label: string): Side => {
    const traffic = expandLabel(hash, handshake, label, transcript, zeros.length);
    const key = expandLabel(hash, traffic, 'key', new Uint8Array(), aead.keyLength);
    const iv = expandLabel(hash, traffic, 'iv', new Uint8Array(), IV);
    let sequence = 0;
    return {
      key,
      nextNonce() {
        sequence += 1;
        return nonceOf(iv, sequence - 1);
      },
    };
  };
  const [server, client] = [side('s hs traffic'), side('c hs traffic')];
  return {
    open: (payload) => orFormatError(() => decrypt(aead, server, payload)),
    seal: (type, content) => encrypt(aead, client, join(content, uint(type, 1))),
  };
}

interface Side {
  readonly key: Uint8Array;
  nextNonce(): Uint8Array;
}

function decrypt({ algorithm, tagLength }: Aead, { key, nextNonce }: Side, payload: Uint8Array): Uint8Array {
  if (payload.length < tagLength) throw new TlsFormatError('an encrypted record without a tag');
  // The types know AEAD by the names of GCM only.
  const decipher = createDecipheriv(algorithm as 'aes-128-gcm', key, nextNonce(), { authTagLength: tagLength });
  // CCM wants the tag before everything else.
  decipher.setAuthTag(payload.subarray(-tagLength));
  decipher.setAAD(join(APPLICATION_DATA, uint(payload.length, 2)), { plaintextLength: payload.length - tagLength });
  return join(decipher.update(payload.subarray(0, -tagLength)), decipher.final());
}

function encrypt({ algorithm, tagLength }: Aead, { key, nextNonce }: Side, inner: Uint8Array): Uint8Array {
  const header = join(APPLICATION_DATA, uint(inner.length + tagLength, 2));
  const cipher = createCipheriv(algorithm as 'aes-128-gcm', key, nextNonce(), { authTagLength: tagLength });
  cipher.setAAD(header, { plaintextLength: inner.length });
  const sealed = join(cipher.update(inner), cipher.final());
  return join(header, sealed, cipher.getAuthTag());
}

/** The message that stands for the first hello after a retry request (RFC 8446 section 4.4.1). */
export function messageHash(suite: number, hello: Uint8Array): Uint8Array {
  const digest = createHash(aeads.get(suite)?.hash ?? 'sha256')
    .update(hello)
    .digest();
  return join(Uint8Array.of(254), vector(3, digest));
}

function nonceOf(iv: Uint8Array, sequence: number): Uint8Array {
  const nonce = Uint8Array.from(iv);
  const counter = uint(sequence, 3);
  counter.forEach((octet, place) => {
    const at = IV - counter.length + place;
    nonce[at] = (nonce[at] ?? 0) ^ octet;
  });
  return nonce;
}

/** RFC 8446 section 7.1. */
function expandLabel(hash: string, from: Uint8Array, label: string, context: Uint8Array, length: number): Uint8Array {
  const info = join(uint(length, 2), vector(1, ascii(`tls13 ${label}`)), vector(1, context));
  return hkdfExpand(hash, from, info, length);
}

/** RFC 5869 section 2.3. */
function hkdfExpand(hash: string, key: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  let block: Uint8Array = new Uint8Array();
  let output: Uint8Array = new Uint8Array();
  for (let round = 1; output.length < length; round += 1) {
    block = createHmac(hash, key)
      .update(join(block, info, Uint8Array.of(round)))
      .digest();
    output = join(output, block);
  }
  return output.subarray(0, length);
}

/** Whatever the library dislikes about the peer's bytes. */
function orFormatError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new TlsFormatError(error instanceof Error ? error.message : 'the key or the record is not valid');
  }
}
