import { createHash, createHmac } from 'node:crypto';
import { join } from '../../../../protocols/octets.ts';
import { ascii, uint, vector } from '../../../../protocols/tls-records/writer.ts';
import {
  type Aead,
  aeads,
  createTrafficKey,
  IV_LENGTH,
  openRecord,
  sealRecord,
  type TrafficKey,
} from './record-protection.ts';

/** The handshake messages up to the ServerHello. */
export interface Transcript {
  readonly suite: number;
  readonly messages: readonly Uint8Array[];
}

/** Record protection in both directions. */
export interface RecordKeys {
  /** Decrypts the server's next record. @throws TlsFormatError when its tag does not verify */
  open(payload: Uint8Array): Uint8Array;
  /** Encrypts our next record; the result includes its header. */
  seal(type: number, content: Uint8Array): Uint8Array;
}

/** Handshake traffic keys, and the secrets that follow from them (RFC 8446 section 7.1). */
export interface HandshakeKeys extends RecordKeys {
  /** The handshake traffic secrets, from which QUIC derives keys of its own (RFC 9001 section 5.1). */
  readonly secrets: { readonly server: Uint8Array; readonly client: Uint8Array };
  /** Our Finished after the server's transcript and our own messages (section 4.4.4), and the application traffic keys. */
  finish(
    messages: readonly Uint8Array[],
    ours: readonly Uint8Array[],
  ): { readonly finished: Uint8Array; readonly application: ApplicationKeys };
}

export interface ApplicationKeys extends RecordKeys {
  /** The pre-shared key of a ticket with this nonce (section 4.6.1). */
  pskOf(nonce: Uint8Array): Uint8Array;
}

const FINISHED = 20;
const NOTHING = new Uint8Array();

/** Null for an unknown cipher suite. */
export function createHandshakeKeys({ suite, messages }: Transcript, secret: Uint8Array): HandshakeKeys | null {
  const aead = aeads.get(suite);
  if (aead === undefined) return null;
  const { hash } = aead;
  const handshake = hkdfExtract(hash, deriveSecret(hash, hkdfExtract(hash, null, null), 'derived', []), secret);
  const traffic = (label: string) => deriveSecret(hash, handshake, label, messages);
  const [server, client] = [traffic('s hs traffic'), traffic('c hs traffic')];
  return {
    ...recordKeys(aead, server, client),
    secrets: { server, client },
    finish(transcript, ours) {
      const finished = join(uint(FINISHED, 1), vector(3, verifyDataOf(hash, client, [...transcript, ...ours])));
      const master = hkdfExtract(hash, deriveSecret(hash, handshake, 'derived', []), null);
      return { finished, application: applicationKeys(aead, master, transcript, [...ours, finished]) };
    },
  };
}

function applicationKeys(
  aead: Aead,
  master: Uint8Array,
  transcript: readonly Uint8Array[],
  ours: readonly Uint8Array[],
): ApplicationKeys {
  const { hash } = aead;
  const traffic = (label: string) => deriveSecret(hash, master, label, transcript);
  const resumption = deriveSecret(hash, master, 'res master', [...transcript, ...ours]);
  return {
    ...recordKeys(aead, traffic('s ap traffic'), traffic('c ap traffic')),
    pskOf: (nonce) => hkdfExpandLabel(hash, resumption, 'resumption', nonce, resumption.length),
  };
}

function recordKeys(aead: Aead, server: Uint8Array, client: Uint8Array): RecordKeys {
  const [theirs, ours] = [trafficKeyOf(aead, server), trafficKeyOf(aead, client)];
  return {
    open: (payload) => openRecord(aead, theirs, payload),
    seal: (type, content) => sealRecord(aead, ours, type, content),
  };
}

function trafficKeyOf({ hash, keyLength }: Aead, traffic: Uint8Array): TrafficKey {
  const key = hkdfExpandLabel(hash, traffic, 'key', NOTHING, keyLength);
  return createTrafficKey(key, hkdfExpandLabel(hash, traffic, 'iv', NOTHING, IV_LENGTH));
}

/** The binder that proves that we know the pre-shared key of an offered ticket (section 4.2.11.2). */
export function binderOf(suite: number, secret: Uint8Array, truncatedHello: Uint8Array): Uint8Array {
  const hash = hashOf(suite);
  const binderKey = deriveSecret(hash, hkdfExtract(hash, null, secret), 'res binder', []);
  return verifyDataOf(hash, binderKey, [truncatedHello]);
}

export function binderLength(suite: number): number {
  return digest(hashOf(suite), []).length;
}

/** The synthetic message that replaces the first ClientHello after a HelloRetryRequest (RFC 8446 section 4.4.1). */
export function messageHash(suite: number, hello: Uint8Array): Uint8Array {
  return join(Uint8Array.of(254), vector(3, digest(hashOf(suite), [hello])));
}

function hashOf(suite: number): string {
  return aeads.get(suite)?.hash ?? 'sha256';
}

export function digest(hash: string, messages: readonly Uint8Array[]): Uint8Array {
  return createHash(hash)
    .update(join(...messages))
    .digest();
}

/** The content of a Finished message after these messages (RFC 8446 section 4.4.4). */
export function verifyDataOf(hash: string, secret: Uint8Array, messages: readonly Uint8Array[]): Uint8Array {
  const key = hkdfExpandLabel(hash, secret, 'finished', NOTHING, secret.length);
  return createHmac(hash, key).update(digest(hash, messages)).digest();
}

/** HKDF-Extract (RFC 5869 section 2.2); null stands for a string of zeros as long as the hash. */
export function hkdfExtract(hash: string, salt: Uint8Array | null, secret: Uint8Array | null): Uint8Array {
  const zeros = new Uint8Array(digest(hash, []).length);
  return createHmac(hash, salt ?? zeros)
    .update(secret ?? zeros)
    .digest();
}

/** Derive-Secret (RFC 8446 section 7.1). */
function deriveSecret(hash: string, from: Uint8Array, label: string, messages: readonly Uint8Array[]): Uint8Array {
  const context = digest(hash, messages);
  return hkdfExpandLabel(hash, from, label, context, context.length);
}

/** HKDF-Expand-Label (RFC 8446 section 7.1). */
export function hkdfExpandLabel(
  hash: string,
  from: Uint8Array,
  label: string,
  context: Uint8Array,
  length: number,
): Uint8Array {
  const info = join(uint(length, 2), vector(1, ascii(`tls13 ${label}`)), vector(1, context));
  return hkdfExpand(hash, from, info, length);
}

/** HKDF-Expand (RFC 5869 section 2.3). */
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
