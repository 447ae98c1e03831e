import { createHash, createHmac } from 'node:crypto';
import { ascii, join, uint, vector } from '../../protocols/tls-records/writer.ts';
import { type Aead, aeads, createSide, IV_LENGTH, openRecord, type Side, sealRecord } from './record-protection.ts';

/** What was said up to the ServerHello, in order. */
export interface Transcript {
  readonly suite: number;
  readonly messages: readonly Uint8Array[];
}

/** What protects both directions, one record after the other. */
export interface RecordKeys {
  /** Decrypts the server's next record. @throws TlsFormatError when it is not authentic */
  open(payload: Uint8Array): Uint8Array;
  /** Our next record, with its header. */
  seal(type: number, content: Uint8Array): Uint8Array;
}

/** Keys of the handshake, and what follows from them (RFC 8446 section 7.1). */
export interface HandshakeKeys extends RecordKeys {
  /** Our Finished after these messages and those of ours behind them (section 4.4.4), and the keys of what follows. */
  finish(
    messages: readonly Uint8Array[],
    ours: readonly Uint8Array[],
  ): { readonly finished: Uint8Array; readonly application: ApplicationKeys };
}

export interface ApplicationKeys extends RecordKeys {
  /** The secret of a ticket, by its nonce (section 4.6.1). */
  secretOf(nonce: Uint8Array): Uint8Array;
}

const FINISHED = 20;
const NOTHING = new Uint8Array();

/** Null for an unknown suite. */
export function createHandshakeKeys({ suite, messages }: Transcript, secret: Uint8Array): HandshakeKeys | null {
  const aead = aeads.get(suite);
  if (aead === undefined) return null;
  const { hash } = aead;
  const handshake = extract(hash, derive(hash, extract(hash, null, null), 'derived', []), secret);
  const traffic = (label: string) => derive(hash, handshake, label, messages);
  const [server, client] = [traffic('s hs traffic'), traffic('c hs traffic')];
  return {
    ...recordKeys(aead, server, client),
    finish(said, ours) {
      const finished = join(uint(FINISHED, 1), vector(3, finishedOf(hash, client, [...said, ...ours])));
      const master = extract(hash, derive(hash, handshake, 'derived', []), null);
      return { finished, application: applicationKeys(aead, master, said, [...ours, finished]) };
    },
  };
}

function applicationKeys(
  aead: Aead,
  master: Uint8Array,
  said: readonly Uint8Array[],
  ours: readonly Uint8Array[],
): ApplicationKeys {
  const { hash } = aead;
  const traffic = (label: string) => derive(hash, master, label, said);
  const resumption = derive(hash, master, 'res master', [...said, ...ours]);
  return {
    ...recordKeys(aead, traffic('s ap traffic'), traffic('c ap traffic')),
    secretOf: (nonce) => expandLabel(hash, resumption, 'resumption', nonce, resumption.length),
  };
}

function recordKeys(aead: Aead, server: Uint8Array, client: Uint8Array): RecordKeys {
  const [theirs, ours] = [sideOf(aead, server), sideOf(aead, client)];
  return {
    open: (payload) => openRecord(aead, theirs, payload),
    seal: (type, content) => sealRecord(aead, ours, type, content),
  };
}

function sideOf({ hash, keyLength }: Aead, traffic: Uint8Array): Side {
  const key = expandLabel(hash, traffic, 'key', NOTHING, keyLength);
  return createSide(key, expandLabel(hash, traffic, 'iv', NOTHING, IV_LENGTH));
}

/** Proves that a client knows the secret of the ticket it offers (section 4.2.11.2). */
export function binderOf(suite: number, secret: Uint8Array, truncatedHello: Uint8Array): Uint8Array {
  const hash = hashOf(suite);
  const binderKey = derive(hash, extract(hash, null, secret), 'res binder', []);
  return finishedOf(hash, binderKey, [truncatedHello]);
}

export function binderLength(suite: number): number {
  return digest(hashOf(suite), []).length;
}

/** The message that stands for the first hello after a retry request (RFC 8446 section 4.4.1). */
export function messageHash(suite: number, hello: Uint8Array): Uint8Array {
  return join(Uint8Array.of(254), vector(3, digest(hashOf(suite), [hello])));
}

function hashOf(suite: number): string {
  return aeads.get(suite)?.hash ?? 'sha256';
}

function digest(hash: string, messages: readonly Uint8Array[]): Uint8Array {
  return createHash(hash)
    .update(join(...messages))
    .digest();
}

function finishedOf(hash: string, secret: Uint8Array, messages: readonly Uint8Array[]): Uint8Array {
  const key = expandLabel(hash, secret, 'finished', NOTHING, secret.length);
  return createHmac(hash, key).update(digest(hash, messages)).digest();
}

/** HKDF-Extract; null stands for as many zeros as the hash is long. */
function extract(hash: string, salt: Uint8Array | null, secret: Uint8Array | null): Uint8Array {
  const zeros = new Uint8Array(digest(hash, []).length);
  return createHmac(hash, salt ?? zeros)
    .update(secret ?? zeros)
    .digest();
}

/** Derive-Secret of RFC 8446 section 7.1. */
function derive(hash: string, from: Uint8Array, label: string, messages: readonly Uint8Array[]): Uint8Array {
  const context = digest(hash, messages);
  return expandLabel(hash, from, label, context, context.length);
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
