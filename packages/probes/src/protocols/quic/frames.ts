import { join } from '../octets.ts';
import { isAtEnd, type Octets, octetsOf, take, takeVarint, varint } from './octets.ts';
import { QuicFormatError } from './quic-format-error.ts';

/** The frames that Initial and Handshake packets may contain (RFC 9000 section 12.4, table 3). */
export type QuicFrame =
  | { readonly kind: 'padding' }
  | { readonly kind: 'ping' }
  | { readonly kind: 'ack'; readonly largest: number }
  | { readonly kind: 'crypto'; readonly offset: number; readonly data: Uint8Array }
  /** `error` is a transport error code (section 20.1); `reason` is the server's text, in printable ASCII. */
  | { readonly kind: 'close'; readonly error: number; readonly reason: string };

const types = { padding: 0, ping: 1, ack: 2, ackWithEcn: 3, crypto: 6, close: 0x1c } as const;
const MAX_FRAMES = 1500;
const MAX_ACK_RANGES = 256;
const MAX_REASON = 200;

/** The frames of a payload; runs of padding are one frame. @throws QuicFormatError, also for frames that are not allowed there */
export function decodeFrames(payload: Uint8Array): QuicFrame[] {
  const octets = octetsOf(payload);
  const frames: QuicFrame[] = [];
  // RFC 9000 section 12.4.
  if (payload.length === 0) throw new QuicFormatError('a packet without frames');
  while (!isAtEnd(octets)) {
    if (frames.length === MAX_FRAMES) throw new QuicFormatError(`more than ${MAX_FRAMES} frames`, 'too-large');
    frames.push(takeFrame(octets));
  }
  return frames;
}

function takeFrame(octets: Octets): QuicFrame {
  const type = takeVarint(octets);
  switch (type) {
    case types.padding:
      skipPadding(octets);
      return { kind: 'padding' };
    case types.ping:
      return { kind: 'ping' };
    case types.ack:
    case types.ackWithEcn:
      return takeAck(octets, type === types.ackWithEcn);
    case types.crypto: {
      const offset = takeVarint(octets);
      return { kind: 'crypto', offset, data: take(octets, takeVarint(octets)) };
    }
    case types.close:
      return takeClose(octets);
    default:
      throw new QuicFormatError(`a frame of type ${type} in a handshake`);
  }
}

function skipPadding(octets: Octets): void {
  while (octets.bytes[octets.offset] === types.padding) octets.offset += 1;
}

/** Section 19.3. Only the largest number is kept: what we sent is repeated as a whole. */
function takeAck(octets: Octets, hasEcn: boolean): QuicFrame {
  const largest = takeVarint(octets);
  takeVarint(octets);
  const ranges = takeVarint(octets);
  if (ranges > MAX_ACK_RANGES) throw new QuicFormatError('an ACK frame with too many ranges', 'too-large');
  takeVarint(octets);
  for (let range = 0; range < 2 * ranges; range += 1) takeVarint(octets);
  for (let count = 0; hasEcn && count < 3; count += 1) takeVarint(octets);
  return { kind: 'ack', largest };
}

/** Section 19.19. */
function takeClose(octets: Octets): QuicFrame {
  const error = takeVarint(octets);
  takeVarint(octets);
  const reason = take(octets, takeVarint(octets)).subarray(0, MAX_REASON);
  return { kind: 'close', error, reason: printable(reason) };
}

function printable(octets: Uint8Array): string {
  return String.fromCharCode(...octets.filter((octet) => octet >= 32 && octet < 127));
}

/** Whether the peer has to acknowledge a packet with these frames (section 13.2). */
export function elicitsAck(frames: readonly QuicFrame[]): boolean {
  return frames.some(({ kind }) => kind === 'ping' || kind === 'crypto');
}

export function cryptoFrame(offset: number, data: Uint8Array): Uint8Array {
  return join(varint(types.crypto), varint(offset), varint(data.length), data);
}

export const pingFrame: Uint8Array = Uint8Array.of(types.ping);

/** CONNECTION_CLOSE of the transport, without a frame type and a text (section 19.19). */
export function closeFrame(error: number): Uint8Array {
  return join(varint(types.close), varint(error), varint(types.padding), varint(0));
}

const MAX_RANGES_SENT = 32;

/** An ACK frame for these packet numbers, of which there must be at least one (section 19.3). */
export function ackFrame(numbers: Iterable<number>): Uint8Array {
  const ranges = rangesOf(numbers).slice(0, MAX_RANGES_SENT);
  const [newest = { from: 0, to: 0 }, ...older] = ranges;
  let previous = newest;
  const gaps = older.map((range) => {
    const gap = previous.from - range.to - 2;
    previous = range;
    return join(varint(gap), varint(range.to - range.from));
  });
  const start = [types.ack, newest.to, 0, older.length, newest.to - newest.from].map(varint);
  return join(...start, ...gaps);
}

/** Newest first; both ends included. */
function rangesOf(numbers: Iterable<number>): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const number of [...numbers].sort((one, other) => other - one)) {
    const last = ranges.at(-1);
    if (last !== undefined && number >= last.from - 1) last.from = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges;
}
