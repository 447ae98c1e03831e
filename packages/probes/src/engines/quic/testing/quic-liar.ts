import { createSocket } from 'node:dgram';
import { once } from 'node:events';
// Only for the post-quantum share of a server, which no server of the lab has.
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { join } from '../../../protocols/octets.ts';
import { createCryptoStream } from '../../../protocols/quic/crypto-stream.ts';
import { cryptoFrame, decodeFrames } from '../../../protocols/quic/frames.ts';
import { octetsOf, take, takeUint, uint32, varint } from '../../../protocols/quic/octets.ts';
import { splitDatagram } from '../../../protocols/quic/packets.ts';
import { type QuicVersion, quicV1 } from '../../../protocols/quic/versions.ts';
import { extension, extensions } from '../../../protocols/tls-records/hello/extensions.ts';
import { readExtensions } from '../../../protocols/tls-records/hello/server-hello.ts';
import { createMessageReader, messageTypes } from '../../../protocols/tls-records/messages.ts';
import { octetsLeft, readerOf, readOctets, readUint, readVector } from '../../../protocols/tls-records/reader.ts';
import { x25519, x25519mlkem768 } from '../../../protocols/tls-records/registries/groups.ts';
import { ascii, uint, vector } from '../../../protocols/tls-records/writer.ts';
import { createClientKey } from '../../tls/handshake/client-key.ts';
import { createHandshakeKeys, type HandshakeKeys, verifyDataOf } from '../../tls/handshake/tls13/key-schedule.ts';
import { initialKeys, type PacketKeys, packetKeys } from '../packet-protection.ts';

const SUITE = 0x1301;
const nothing = new Uint8Array();

/** What the liar knows of one client, and how it lies to it. */
export class Conversation {
  readonly version: QuicVersion;
  /** The connection id that the client chose for the server, and its own. */
  readonly first: Uint8Array;
  readonly client: Uint8Array;
  readonly own = Uint8Array.of(1, 2, 3, 4, 5);
  /** The ClientHello, once it is complete. */
  hello: Uint8Array | null = null;
  datagrams = 0;
  readonly #initial: PacketKeys;
  readonly #stream = createCryptoStream(100_000);
  readonly #messages = createMessageReader();
  readonly #transcript: Uint8Array[] = [];
  #keys: HandshakeKeys | null = null;
  #number = 0;

  constructor(first: Uint8Array, client: Uint8Array, version: QuicVersion) {
    [this.first, this.client, this.version] = [first, client, version];
    this.#initial = initialKeys(version, first);
  }

  hear(datagram: Uint8Array): void {
    this.datagrams += 1;
    for (const packet of splitDatagram(datagram, this.version)) {
      if (packet.kind !== 'initial') continue;
      for (const frame of decodeFrames(this.#initial.own.open(packet, -1)?.payload ?? Uint8Array.of(0))) {
        if (frame.kind !== 'crypto') continue;
        for (const { bytes } of this.#messages.push(this.#stream.push(frame.offset, frame.data))) this.hello ??= bytes;
      }
    }
  }

  get #header() {
    this.#number += 1;
    return { destination: this.client, source: this.own, token: nothing, number: this.#number };
  }

  initial(...frames: readonly Uint8Array[]): Uint8Array {
    return this.#initial.server.seal({ ...this.#header, kind: 'initial' }, join(...frames, new Uint8Array(8)));
  }

  /** Handshake packets; `serverHello` comes first. */
  handshake(...frames: readonly Uint8Array[]): Uint8Array {
    const keys = this.#keys && packetKeys(this.version, SUITE, this.#keys.secrets);
    if (keys === null) throw new Error('no ServerHello yet');
    return keys.server.seal({ ...this.#header, kind: 'handshake' }, join(...frames, new Uint8Array(8)));
  }

  versions(list: readonly number[], source = this.first): Uint8Array {
    const ids = [Uint8Array.of(this.client.length), this.client, Uint8Array.of(source.length), source];
    return join(Uint8Array.of(0x80), uint32(0), ...ids, ...list.map(uint32));
  }

  /** The message that selects this group with a key share, and makes the keys of Handshake packets. */
  serverHello(group: number): Uint8Array {
    const { share, secret } = shareFor(group, this.hello ?? nothing);
    const selected = extension(extensions.keyShare, uint(group, 2), vector(2, share));
    const message = helloWith(selected, crypto.getRandomValues(new Uint8Array(32)));
    this.#transcript.push(this.hello ?? nothing, message);
    this.#keys = createHandshakeKeys({ suite: SUITE, messages: this.#transcript }, secret);
    return message;
  }

  /** EncryptedExtensions, Certificate, a CertificateVerify that nobody has signed, and an authentic Finished. */
  flight({ alpn = 'h3', originalDestination = this.first, certificate = new Uint8Array(300) } = {}): Uint8Array {
    const parameters = join(parameter(0x00, originalDestination), parameter(0x0f, this.own));
    const messages = [
      message(
        messageTypes.encryptedExtensions,
        vector(
          2,
          extension(extensions.alpn, vector(2, vector(1, ascii(alpn)))),
          extension(extensions.quicParameters, parameters),
        ),
      ),
      message(messageTypes.certificate, vector(1), vector(3, vector(3, certificate), vector(2))),
      message(messageTypes.certificateVerify, uint(0x0804, 2), vector(2, new Uint8Array(256))),
    ];
    const secret = this.#keys?.secrets.server ?? nothing;
    const proof = verifyDataOf('sha256', secret, [...this.#transcript, ...messages]);
    return join(...messages, message(messageTypes.finished, proof));
  }
}

/** A HelloRetryRequest for this group (RFC 8446 section 4.1.3). */
export function retryRequest(group: number): Uint8Array {
  const random = Uint8Array.from(
    Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex'),
  );
  return helloWith(extension(extensions.keyShare, uint(group, 2)), random);
}

export function message(type: number, ...body: readonly Uint8Array[]): Uint8Array {
  return join(uint(type, 1), vector(3, ...body));
}

function helloWith(keyShare: Uint8Array, random: Uint8Array): Uint8Array {
  const version = extension(extensions.supportedVersions, uint(0x0304, 2));
  const start = [uint(0x0303, 2), random, vector(1), uint(SUITE, 2), uint(0, 1)];
  return message(messageTypes.serverHello, ...start, vector(2, version, keyShare));
}

function parameter(number: number, value: Uint8Array): Uint8Array {
  return join(varint(number), varint(value.length), value);
}

function shareFor(group: number, hello: Uint8Array): { share: Uint8Array; secret: Uint8Array } {
  const theirs = clientShares(hello).get(group);
  if (theirs === undefined) throw new Error(`the client has no share for group ${group}`);
  const curve = createClientKey(x25519);
  if (curve === null) throw new Error('no key');
  if (group !== x25519mlkem768) return { share: curve.share.key, secret: curve.agree(theirs) };
  const { cipherText, sharedSecret } = ml_kem768.encapsulate(theirs.subarray(0, 1184));
  return {
    share: join(cipherText, curve.share.key),
    secret: join(sharedSecret, curve.agree(theirs.subarray(1184))),
  };
}

function clientShares(hello: Uint8Array): Map<number, Uint8Array> {
  const reader = readerOf(hello.subarray(4));
  readOctets(reader, 34);
  for (const octets of [1, 2, 1] as const) readVector(reader, octets);
  const list = readerOf(readVector(readerOf(readExtensions(readVector(reader, 2)).get(51) ?? nothing), 2));
  const shares = new Map<number, Uint8Array>();
  while (octetsLeft(list) > 0) shares.set(readUint(list, 2), readVector(list, 2));
  return shares;
}

export interface QuicLiar {
  readonly port: number;
  /** Every datagram that it was sent. */
  readonly heard: readonly Uint8Array[];
  close(): void;
}

/** A server that answers each datagram of a client with whatever `lie` returns; of several clients, each has a conversation. */
export async function startQuicLiar(
  lie: (one: Conversation, datagram: Uint8Array) => Iterable<Uint8Array>,
  isSpoken: (version: number) => QuicVersion | null = (version) => (version === quicV1.number ? quicV1 : null),
): Promise<QuicLiar> {
  const socket = createSocket('udp4');
  const heard: Uint8Array[] = [];
  const conversations = new Map<string, Conversation>();
  socket.on('message', (datagram, { port, address }) => {
    heard.push(datagram);
    const octets = octetsOf(datagram, 1);
    const version = isSpoken(takeUint(octets, 4));
    const destination = take(octets, takeUint(octets, 1));
    const client = take(octets, takeUint(octets, 1));
    if (version === null) return;
    const key = `${port} ${version.number}`;
    const one = conversations.get(key) ?? new Conversation(destination, client, version);
    conversations.set(key, one);
    one.hear(datagram);
    for (const answer of lie(one, datagram)) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, heard, close: () => socket.close() };
}

/** A message in CRYPTO frames of several packets. */
export function* inPieces(seal: (frame: Uint8Array) => Uint8Array, bytes: Uint8Array, from = 0): Iterable<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += 1000) {
    yield seal(cryptoFrame(from + offset, bytes.subarray(offset, offset + 1000)));
  }
}
