// protocols/quic/: packets, frames and transport parameters of QUIC versions 1 and 2. Cryptography is in engines/quic.

import { isAtEnd, type Octets, octetsOf, take, takeUint, takeVarint } from './octets.ts';
import { QuicFormatError } from './quic-format-error.ts';
import type { QuicVersion } from './versions.ts';

/** A Version Negotiation packet (RFC 9000 section 17.2.1). */
export interface VersionNegotiation {
  readonly kind: 'version-negotiation';
  readonly destination: Uint8Array;
  readonly source: Uint8Array;
  /** In the server's order, without the reserved ones. */
  readonly versions: readonly number[];
}

/** A Retry packet (section 17.2.5). */
export interface RetryPacket {
  readonly kind: 'retry';
  readonly destination: Uint8Array;
  readonly source: Uint8Array;
  readonly token: Uint8Array;
  readonly tag: Uint8Array;
  /** Everything before the tag. */
  readonly signed: Uint8Array;
}

/** An Initial or Handshake packet whose protection has not been removed (sections 17.2.2 and 17.2.4). */
export interface ProtectedPacket {
  readonly kind: 'initial' | 'handshake';
  readonly destination: Uint8Array;
  readonly source: Uint8Array;
  /** The whole packet. */
  readonly bytes: Uint8Array;
  /** Where its protected packet number begins. */
  readonly numberAt: number;
}

export type QuicPacket = VersionNegotiation | RetryPacket | ProtectedPacket;

const LONG_HEADER = 0x80;
/** Section 17.2; only Version Negotiation packets may have longer ones. */
const MAX_CONNECTION_ID = 20;
const RETRY_TAG = 16;
/** A datagram of one server's flight holds three at most. */
const MAX_PACKETS = 8;
const MAX_VERSIONS = 64;

/**
 * The packets of a datagram of a connection with this version, up to the first one that cannot be read: those with a short
 * header, of another version, or malformed (section 12.2). Never throws.
 */
export function splitDatagram(datagram: Uint8Array, version: QuicVersion): QuicPacket[] {
  const packets: QuicPacket[] = [];
  const octets = octetsOf(datagram);
  try {
    while (!isAtEnd(octets) && packets.length < MAX_PACKETS) {
      const packet = takePacket(octets, version);
      if (packet === null) break;
      if (packet !== 'other') packets.push(packet);
    }
  } catch (error) {
    if (!(error instanceof QuicFormatError)) throw error;
  }
  return packets;
}

/** Null for what ends the datagram; `other` for a packet that may be skipped. */
function takePacket(octets: Octets, version: QuicVersion): QuicPacket | 'other' | null {
  const start = octets.offset;
  const first = takeUint(octets, 1);
  if ((first & LONG_HEADER) === 0) return null;
  const number = takeUint(octets, 4);
  const destination = take(octets, takeUint(octets, 1));
  const source = take(octets, takeUint(octets, 1));
  if (number === 0) return { kind: 'version-negotiation', destination, source, versions: takeVersions(octets) };
  if (number !== version.number) return null;
  if (destination.length > MAX_CONNECTION_ID || source.length > MAX_CONNECTION_ID) return null;
  const type = (first >> 4) & 3;
  if (type === version.types.retry) return takeRetry(octets, start, { destination, source });
  if (type === version.types.initial) take(octets, takeVarint(octets));
  const length = takeVarint(octets);
  const numberAt = octets.offset - start;
  take(octets, length);
  const kind = kindOf(type, version);
  if (kind === null) return 'other';
  return { kind, destination, source, bytes: octets.bytes.subarray(start, octets.offset), numberAt };
}

function kindOf(type: number, { types }: QuicVersion): ProtectedPacket['kind'] | null {
  if (type === types.initial) return 'initial';
  return type === types.handshake ? 'handshake' : null;
}

function takeVersions(octets: Octets): number[] {
  const versions: number[] = [];
  while (!isAtEnd(octets)) {
    const version = takeUint(octets, 4);
    if (versions.length < MAX_VERSIONS) versions.push(version);
  }
  return versions;
}

function takeRetry(octets: Octets, start: number, ids: Pick<RetryPacket, 'destination' | 'source'>): RetryPacket {
  const length = octets.bytes.length - octets.offset - RETRY_TAG;
  if (length <= 0) throw new QuicFormatError('a Retry packet without a token');
  const token = take(octets, length);
  const signed = octets.bytes.subarray(start, octets.offset);
  return { kind: 'retry', ...ids, token, tag: take(octets, RETRY_TAG), signed };
}
