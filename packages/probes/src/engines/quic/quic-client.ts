import { isEqual, join } from '../../protocols/octets.ts';
// engines/quic/: handshakes over QUIC (RFC 9000, 9001, 9369), up to the server's Finished. No stream is opened.

import { closeFrame, cryptoFrame, decodeFrames, pingFrame, type QuicFrame } from '../../protocols/quic/frames.ts';
import {
  type ProtectedPacket,
  type RetryPacket,
  splitDatagram,
  type VersionNegotiation,
} from '../../protocols/quic/packets.ts';
import { QuicFormatError } from '../../protocols/quic/quic-format-error.ts';
import { encodeTransportParameters } from '../../protocols/quic/transport-parameters.ts';
import { type QuicVersion, quicV1, quicVersions } from '../../protocols/quic/versions.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { initialKeys, isGenuineRetry, packetKeys } from './packet-protection.ts';
import { PacketSpace } from './packet-space.ts';
import { createQuicTls, type QuicServer, type QuicTls } from './quic-tls.ts';

/** Why a handshake came to its end. */
export type QuicEnd =
  /** The server's Finished is authentic, and its transport parameters fit. */
  | { readonly kind: 'finished' }
  /** The server closed the connection with this transport error code (RFC 9000 section 20.1). */
  | { readonly kind: 'closed'; readonly error: number; readonly reason: string }
  /** It has no version that we know. */
  | { readonly kind: 'no-known-version' }
  | { readonly kind: 'invalid' | 'too-large'; readonly detail: string };

export interface QuicClientOptions {
  /** A-labels; null for an address. */
  readonly serverName: string | null;
  readonly alpn: readonly string[];
  /** Offers no post-quantum key share, so that the hello fits into one datagram. */
  readonly isShort?: boolean;
}

/** The length of every datagram with an Initial packet (RFC 9000 section 14.1). */
export const DATAGRAM_LENGTH = 1200;
const ID_LENGTH = 8;
const FRAME_OVERHEAD = 8;
const MIN_ROOM = 300;
const MAX_EARLY_PACKETS = 8;
const NO_ERROR = 0;
const PROTOCOL_VIOLATION = 0x0a;
const nothing = new Uint8Array();

const randomId = () => crypto.getRandomValues(new Uint8Array(ID_LENGTH));

/**
 * The state of one handshake. It sends and waits for nothing itself: the caller sends what `start`, `reply`, `repeat` and
 * `close` return, and hands over what arrives.
 */
export class QuicClient {
  version: QuicVersion = quicV1;
  end: QuicEnd | null = null;
  /** The versions in a Version Negotiation packet; null without one. */
  versions: readonly number[] | null = null;
  /** Whether the server sent a genuine Retry packet. */
  hasRetried = false;
  /** See `QuicClientOptions`. */
  readonly isShort: boolean;
  readonly #tls: QuicTls;
  readonly #source = randomId();
  /** The connection id that the first Initial packet went to, and the one of the server's packets. */
  #firstDestination = randomId();
  #destination: Uint8Array = this.#firstDestination;
  #retrySource: Uint8Array | null = null;
  #token: Uint8Array = nothing;
  readonly #initial = new PacketSpace('initial');
  readonly #handshake = new PacketSpace('handshake');
  /** All our hellos, and how much of them has been sent. */
  #said: Uint8Array;
  #sentTo = 0;
  #hasLeftInitial = false;
  /** Handshake packets that arrived before the ServerHello. */
  #early: ProtectedPacket[] = [];

  constructor({ serverName, alpn, isShort = false }: QuicClientOptions) {
    this.isShort = isShort;
    const transportParameters = encodeTransportParameters(this.#source);
    this.#tls = createQuicTls({ serverName, alpn, transportParameters, isShort });
    this.#said = this.#tls.hello;
    this.#initial.keys = initialKeys(this.version, this.#destination);
  }

  get server(): QuicServer {
    return this.#tls.server;
  }

  /** Whether an authentic packet of the server has arrived. */
  get hasAnswer(): boolean {
    return this.#initial.hasReceived || this.hasRetried || this.versions !== null;
  }

  /** The datagrams with what has not been said yet; at first the hello. */
  start(): Uint8Array[] {
    return this.#sayFrom(this.#sentTo);
  }

  /** What is due after a datagram was received: acknowledgements, and a second hello. */
  reply(): Uint8Array[] {
    if (this.end !== null) return [];
    if (this.#sentTo < this.#said.length) return this.start();
    if (!this.#initial.owesAck && !this.#handshake.owesAck) return [];
    return [this.#acknowledge()];
  }

  /** What is sent again when nothing arrives. */
  repeat(): Uint8Array[] {
    if (this.end !== null) return [];
    return this.#handshake.keys === null ? this.#sayFrom(0) : [this.#acknowledge([pingFrame])];
  }

  /** Ends the connection; null if there is none, or the server has ended it. */
  close(): Uint8Array | null {
    if (!this.#initial.hasReceived || this.end?.kind === 'closed') return null;
    const error = this.end === null || this.end.kind === 'finished' ? NO_ERROR : PROTOCOL_VIOLATION;
    if (this.#handshake.keys !== null) return this.#acknowledge([closeFrame(error)]);
    return this.#sealInitial([this.#initial.takeAck(), closeFrame(error)], DATAGRAM_LENGTH);
  }

  /** Takes a datagram. What is not authentic is ignored, what is not valid ends the handshake; never throws. */
  receive(datagram: Uint8Array): void {
    for (const packet of splitDatagram(datagram, this.version)) {
      if (this.end !== null || !isEqual(packet.destination, this.#source)) return;
      if (packet.kind === 'version-negotiation') this.#takeVersions(packet);
      else if (packet.kind === 'retry') this.#takeRetry(packet);
      else this.#orEnd(() => this.#takeProtected(packet));
    }
  }

  /** RFC 9000 section 6.2: only as the first answer, to this connection, and without the version that was asked for. */
  #takeVersions({ source, versions }: VersionNegotiation): void {
    if (this.hasAnswer || !isEqual(source, this.#firstDestination)) return;
    if (versions.includes(this.version.number)) return;
    this.versions = versions;
    const common = quicVersions.find(({ number }) => versions.includes(number));
    if (common === undefined) {
      this.end = { kind: 'no-known-version' };
      return;
    }
    this.version = common;
    this.#firstDestination = randomId();
    this.#sendTo(this.#firstDestination);
  }

  /** RFC 9000 section 17.2.5.2: one, before any other packet of the server. */
  #takeRetry(packet: RetryPacket): void {
    if (this.hasRetried || this.#initial.hasReceived || isEqual(packet.source, this.#firstDestination)) return;
    if (!isGenuineRetry(packet, this.#firstDestination, this.version)) return;
    this.hasRetried = true;
    this.#token = packet.token;
    this.#retrySource = packet.source;
    this.#sendTo(packet.source);
    if (this.#room() < MIN_ROOM) this.end = { kind: 'too-large', detail: 'a Retry token of excessive length' };
  }

  /** Everything is said again, to another connection id. */
  #sendTo(destination: Uint8Array): void {
    this.#destination = destination;
    this.#initial.keys = initialKeys(this.version, destination);
    this.#sentTo = 0;
  }

  #takeProtected(packet: ProtectedPacket): void {
    const space = packet.kind === 'initial' ? this.#initial : this.#handshake;
    if (space.keys === null) {
      if (this.#early.length < MAX_EARLY_PACKETS) this.#early.push(packet);
      return;
    }
    // RFC 9000 section 7.2.
    if (this.#initial.hasReceived && !isEqual(packet.source, this.#destination)) return;
    const opened = space.open(packet);
    if (opened === null) return;
    this.#destination = packet.source;
    const frames = decodeFrames(opened.payload);
    space.accept(opened, frames);
    for (const frame of frames) if (this.end === null) this.#takeFrame(space, frame);
  }

  #takeFrame(space: PacketSpace, frame: QuicFrame): void {
    if (frame.kind === 'close') this.end = { kind: 'closed', error: frame.error, reason: frame.reason };
    if (frame.kind !== 'crypto') return;
    for (const message of space.messages.push(space.stream.push(frame.offset, frame.data))) {
      if (space.kind === 'handshake') this.#tls.takeEncrypted(message);
      else this.#takeReplyToHello(this.#tls.takeHello(message));
    }
    if (this.server.isFinished) this.#checkEnd();
  }

  #takeReplyToHello(reply: ReturnType<QuicTls['takeHello']>): void {
    if ('hello' in reply) {
      this.#said = join(this.#said, reply.hello);
      return;
    }
    this.#handshake.keys = packetKeys(this.version, this.server.suite ?? 0, reply.secrets);
    const early = this.#early.splice(0);
    for (const packet of early) if (this.end === null) this.#takeProtected(packet);
  }

  /** RFC 9000 section 7.3: else somebody on the way could have exchanged the connection ids. */
  #checkEnd(): void {
    const { transport } = this.server;
    const fits =
      transport !== null &&
      isSame(transport.originalDestination, this.#firstDestination) &&
      isSame(transport.initialSource, this.#destination) &&
      isSame(transport.retrySource, this.#retrySource);
    this.end ??= fits
      ? { kind: 'finished' }
      : { kind: 'invalid', detail: 'transport parameters of another connection' };
  }

  #orEnd(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof QuicFormatError || error instanceof TlsFormatError)) throw error;
      this.end = { kind: error.reason === 'too-large' ? 'too-large' : 'invalid', detail: error.message };
    }
  }

  get #header() {
    return { destination: this.#destination, source: this.#source, token: this.#token };
  }

  #room(): number {
    return DATAGRAM_LENGTH - this.#initial.overhead(this.#header) - FRAME_OVERHEAD;
  }

  #sealInitial(frames: readonly Uint8Array[], length: number): Uint8Array {
    return this.#initial.seal(this.#header, frames, length);
  }

  /** Our hellos from this octet on; the first datagram has an acknowledgement if one is due. */
  #sayFrom(start: number): Uint8Array[] {
    const datagrams: Uint8Array[] = [];
    for (let offset = start; offset < this.#said.length; ) {
      const ack = this.#initial.owesAck ? this.#initial.takeAck() : nothing;
      const data = this.#said.subarray(offset, offset + this.#room() - ack.length);
      datagrams.push(this.#sealInitial([ack, cryptoFrame(offset, data)], DATAGRAM_LENGTH));
      offset += data.length;
    }
    this.#sentTo = this.#said.length;
    return datagrams;
  }

  /** One datagram: Initial packets are no longer sent after the first Handshake packet (RFC 9001 section 4.9.1). */
  #acknowledge(frames: readonly Uint8Array[] = []): Uint8Array {
    const isDue = this.#hasLeftInitial || this.#handshake.hasReceived || frames.length > 0;
    const isInHandshake = this.#handshake.keys !== null && isDue;
    const second = isInHandshake ? this.#handshake.seal(this.#header, [this.#handshake.takeAck(), ...frames]) : nothing;
    if (this.#hasLeftInitial) {
      this.#initial.owesAck = false;
      return second;
    }
    this.#hasLeftInitial = isInHandshake;
    return join(this.#sealInitial([this.#initial.takeAck()], DATAGRAM_LENGTH - second.length), second);
  }
}

/** Both absent, or the same octets. */
function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : isEqual(one, other);
}
