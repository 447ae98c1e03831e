import { createCipheriv, createDecipheriv } from 'node:crypto';
import { isEqual, join } from '../../protocols/octets.ts';
import { encodeHeader, NUMBER_LENGTH, type PacketHeader } from '../../protocols/quic/encode-packet.ts';
import { fullPacketNumber } from '../../protocols/quic/packet-number.ts';
import type { ProtectedPacket, RetryPacket } from '../../protocols/quic/packets.ts';
import { type QuicVersion, quicV1 } from '../../protocols/quic/versions.ts';
import { hkdfExpandLabel, hkdfExtract } from '../tls/handshake/tls13/key-schedule.ts';
import { type Aead, aeads, IV_LENGTH, nonceOf } from '../tls/handshake/tls13/record-protection.ts';

/** What an unprotected packet contains. */
export interface OpenedPacket {
  readonly number: number;
  readonly payload: Uint8Array;
}

/** Protects the packets of one direction and one packet number space (RFC 9001 section 5). */
export interface PacketKey {
  /** The whole packet, with its header. */
  seal(header: Omit<PacketHeader, 'payloadLength' | 'version'>, payload: Uint8Array): Uint8Array;
  /** `largest`: the largest packet number so far, -1 before the first. Null for a packet that is not authentic. */
  open(packet: ProtectedPacket, largest: number): OpenedPacket | null;
}

/** Both directions of one packet number space. */
export interface PacketKeys {
  readonly own: PacketKey;
  readonly server: PacketKey;
}

/** Initial packets: AEAD_AES_128_GCM (RFC 9001 section 5.2). */
const INITIAL_SUITE = 0x1301;
const TAG_LENGTH = 16;
const SAMPLE_LENGTH = 16;
const NOTHING = new Uint8Array();

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** The keys of Initial packets follow from the first destination connection id of the client (RFC 9001 section 5.2). */
export function initialKeys(version: QuicVersion, destination: Uint8Array): PacketKeys {
  const secret = hkdfExtract('sha256', bytesOf(version.initialSalt), destination);
  const side = (label: string) => hkdfExpandLabel('sha256', secret, label, NOTHING, 32);
  const keys = packetKeys(version, INITIAL_SUITE, { client: side('client in'), server: side('server in') });
  if (keys === null) throw new Error('no AEAD for Initial packets');
  return keys;
}

/** The keys that follow from the secrets of TLS; null for a suite that QUIC does not use (RFC 9001 section 5.3). */
export function packetKeys(
  version: QuicVersion,
  suite: number,
  secrets: { readonly client: Uint8Array; readonly server: Uint8Array },
): PacketKeys | null {
  const aead = aeads.get(suite);
  if (aead === undefined || aead.tagLength !== TAG_LENGTH) return null;
  return { own: packetKey(version, aead, secrets.client), server: packetKey(version, aead, secrets.server) };
}

/** The key of one direction, from its secret (RFC 9001 section 5.1). */
function packetKey(version: QuicVersion, aead: Aead, secret: Uint8Array): PacketKey {
  const derive = (label: string, length: number) =>
    hkdfExpandLabel(aead.hash, secret, `${version.label} ${label}`, NOTHING, length);
  const [key, iv, headerKey] = [derive('key', aead.keyLength), derive('iv', IV_LENGTH), derive('hp', aead.keyLength)];
  const mask = (sample: Uint8Array) => headerMask(aead, headerKey, sample);
  return {
    seal(header, payload) {
      const plain = encodeHeader({ ...header, version, payloadLength: payload.length + TAG_LENGTH });
      const sealed = encrypt(aead, key, nonceOf(iv, header.number), plain, payload);
      return protectHeader(join(plain, sealed), plain.length - NUMBER_LENGTH, mask);
    },
    open(packet, largest) {
      const found = unprotectHeader(packet, largest, mask);
      if (found === null) return null;
      const payload = decrypt(aead, key, nonceOf(iv, found.number), found.header, found.rest);
      return payload && { number: found.number, payload };
    },
  };
}

/** Writes the mask over type and number of a packet whose number has four octets (RFC 9001 section 5.4.1). */
function protectHeader(bytes: Uint8Array, numberAt: number, maskOf: (sample: Uint8Array) => Uint8Array): Uint8Array {
  const mask = maskOf(bytes.subarray(numberAt + NUMBER_LENGTH, numberAt + NUMBER_LENGTH + SAMPLE_LENGTH));
  bytes[0] = (bytes[0] ?? 0) ^ ((mask[0] ?? 0) & 0x0f);
  for (let place = 0; place < NUMBER_LENGTH; place += 1) {
    bytes[numberAt + place] = (bytes[numberAt + place] ?? 0) ^ (mask[1 + place] ?? 0);
  }
  return bytes;
}

/** Null for a packet too short for a sample (RFC 9001 section 5.4.2). */
function unprotectHeader(
  { bytes, numberAt }: ProtectedPacket,
  largest: number,
  maskOf: (sample: Uint8Array) => Uint8Array,
): { readonly number: number; readonly header: Uint8Array; readonly rest: Uint8Array } | null {
  const sampleAt = numberAt + NUMBER_LENGTH;
  if (bytes.length < sampleAt + SAMPLE_LENGTH) return null;
  const mask = maskOf(bytes.subarray(sampleAt, sampleAt + SAMPLE_LENGTH));
  const first = (bytes[0] ?? 0) ^ ((mask[0] ?? 0) & 0x0f);
  const length = (first & 3) + 1;
  const header = Uint8Array.from(bytes.subarray(0, numberAt + length));
  header[0] = first;
  let truncated = 0;
  for (let place = 0; place < length; place += 1) {
    const octet = (bytes[numberAt + place] ?? 0) ^ (mask[1 + place] ?? 0);
    header[numberAt + place] = octet;
    truncated = truncated * 256 + octet;
  }
  const number = fullPacketNumber(truncated, 8 * length, largest);
  // Nonces are made for three octets, far more packets than a handshake has.
  return number < 2 ** 24 ? { number, header, rest: bytes.subarray(numberAt + length) } : null;
}

/** The five octets of RFC 9001 sections 5.4.3 and 5.4.4. */
function headerMask({ algorithm, keyLength }: Aead, key: Uint8Array, sample: Uint8Array): Uint8Array {
  if (algorithm !== 'chacha20-poly1305') {
    return createCipheriv(keyLength === 32 ? 'aes-256-ecb' : 'aes-128-ecb', key, null).update(sample);
  }
  // OpenSSL takes counter and nonce in one, in the order in which the sample has them.
  return createCipheriv('chacha20', key, sample).update(new Uint8Array(5));
}

function encrypt(
  { algorithm }: Pick<Aead, 'algorithm'>,
  key: Uint8Array,
  nonce: Uint8Array,
  header: Uint8Array,
  payload: Uint8Array,
): Uint8Array {
  const cipher = createCipheriv(algorithm as 'aes-128-gcm', key, nonce, { authTagLength: TAG_LENGTH });
  cipher.setAAD(header, { plaintextLength: payload.length });
  return join(cipher.update(payload), cipher.final(), cipher.getAuthTag());
}

function decrypt(
  { algorithm }: Aead,
  key: Uint8Array,
  nonce: Uint8Array,
  header: Uint8Array,
  sealed: Uint8Array,
): Uint8Array | null {
  if (sealed.length < TAG_LENGTH) return null;
  try {
    const decipher = createDecipheriv(algorithm as 'aes-128-gcm', key, nonce, { authTagLength: TAG_LENGTH });
    decipher.setAuthTag(sealed.subarray(-TAG_LENGTH));
    decipher.setAAD(header, { plaintextLength: sealed.length - TAG_LENGTH });
    return join(decipher.update(sealed.subarray(0, -TAG_LENGTH)), decipher.final());
  } catch {
    return null;
  }
}

/** Whether a Retry packet answers an Initial packet to this connection id (RFC 9001 section 5.8). */
export function isGenuineRetry(
  { signed, tag }: RetryPacket,
  sentTo: Uint8Array,
  version: QuicVersion = quicV1,
): boolean {
  const pseudo = join(Uint8Array.of(sentTo.length), sentTo, signed);
  const gcm = { algorithm: 'aes-128-gcm' } as const;
  const expected = encrypt(gcm, bytesOf(version.retryKey), bytesOf(version.retryNonce), pseudo, NOTHING);
  return isEqual(expected, tag);
}
