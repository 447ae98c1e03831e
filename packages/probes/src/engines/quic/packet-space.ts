import { join } from '../../protocols/octets.ts';
import { type CryptoStream, createCryptoStream } from '../../protocols/quic/crypto-stream.ts';
import { NUMBER_LENGTH, type PacketHeader } from '../../protocols/quic/encode-packet.ts';
import { ackFrame, elicitsAck, type QuicFrame } from '../../protocols/quic/frames.ts';
import type { ProtectedPacket } from '../../protocols/quic/packets.ts';
import { createMessageReader } from '../../protocols/tls-records/messages.ts';
import type { OpenedPacket, PacketKeys } from './packet-protection.ts';

/** Octets of a server's messages in one space: certificate chains rarely exceed 10 kB. */
const MAX_STREAM = 100_000;
const TAG_LENGTH = 16;
/** With a protected packet number of four octets, every payload is long enough for a sample (RFC 9001 section 5.4.2). */
const MIN_PAYLOAD = 4;

/** One packet number space: Initial or Handshake (RFC 9000 section 12.3). */
export class PacketSpace {
  readonly kind: PacketHeader['kind'];
  readonly stream: CryptoStream = createCryptoStream(MAX_STREAM);
  readonly messages = createMessageReader();
  keys: PacketKeys | null = null;
  /** Whether an acknowledgement is due. */
  owesAck = false;
  #next = 0;
  #largest = -1;
  readonly #received = new Set<number>();

  constructor(kind: PacketHeader['kind']) {
    this.kind = kind;
  }

  get hasReceived(): boolean {
    return this.#received.size > 0;
  }

  /** Null for a packet that is not authentic, or that has been received before. */
  open(packet: ProtectedPacket): OpenedPacket | null {
    const opened = this.keys?.server.open(packet, this.#largest) ?? null;
    return opened === null || this.#received.has(opened.number) ? null : opened;
  }

  /** Notes that the packet was processed. */
  accept({ number }: OpenedPacket, frames: readonly QuicFrame[]): void {
    this.#received.add(number);
    this.#largest = Math.max(this.#largest, number);
    this.owesAck ||= elicitsAck(frames);
  }

  /** An ACK frame for everything received; empty before the first packet. */
  takeAck(): Uint8Array {
    this.owesAck = false;
    return this.hasReceived ? ackFrame(this.#received) : new Uint8Array();
  }

  /** A packet with these frames, padded so that it has at least `length` octets. */
  seal(
    header: Pick<PacketHeader, 'destination' | 'source' | 'token'>,
    frames: readonly Uint8Array[],
    length = 0,
  ): Uint8Array {
    if (this.keys === null) throw new Error(`no keys for ${this.kind} packets`);
    const payload = join(...frames);
    const missing = length - this.overhead(header) - payload.length;
    const padding = new Uint8Array(Math.max(0, missing, MIN_PAYLOAD - payload.length));
    const number = this.#next;
    this.#next += 1;
    return this.keys.own.seal({ ...header, kind: this.kind, number }, join(payload, padding));
  }

  /** Octets of a packet besides its payload. */
  overhead({ destination, source, token }: Pick<PacketHeader, 'destination' | 'source' | 'token'>): number {
    const start = 1 + 4 + 1 + destination.length + 1 + source.length;
    const tokenLength = token.length < 0x40 ? 1 : 2;
    return start + (this.kind === 'initial' ? tokenLength + token.length : 0) + 2 + NUMBER_LENGTH + TAG_LENGTH;
  }
}
