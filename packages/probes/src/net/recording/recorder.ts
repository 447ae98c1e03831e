import type {
  DecodedMessage,
  Evidence,
  EvidenceExchange,
  EvidencePiece,
  EvidencePurpose,
} from '@sonde/contract/evidence/evidence';
import type { FailureReason } from '@sonde/contract/failure';
import { decodedOf } from './decoded.ts';
import { createDisguise, type Disguise } from './disguise.ts';
import type { ExchangeStart, TappedExchange, WireTap } from './wire-tap.ts';

/** How much is recorded. What exceeds a limit is only counted, and the exchange is marked as cut. */
export interface RecordingLimits {
  /** Octets of one exchange, in both directions together. */
  readonly exchangeBytes: number;
  /** Octets of all exchanges together. */
  readonly totalBytes: number;
  readonly exchanges: number;
  /** Pieces of all exchanges together, since a peer that sends single octets causes overhead for each. */
  readonly pieces: number;
}

export const recordingLimits: RecordingLimits = {
  exchangeBytes: 64 * 1024,
  totalBytes: 1024 * 1024,
  exchanges: 1000,
  pieces: 10_000,
};

/** Limits for a recording of times only, which keeps no octets. */
export const timesOnly: RecordingLimits = { ...recordingLimits, exchangeBytes: 0, totalBytes: 0 };

/** Records exchanges until it is finished. */
export interface Recorder extends WireTap {
  /** Ends the recording and returns it, with addresses of this server and the operator's services replaced. */
  finish(): Evidence;
}

interface Piece {
  readonly direction: 'out' | 'in';
  readonly atMs: number;
  readonly bytes: number;
  readonly octets: Uint8Array;
}

interface Recorded extends TappedExchange {
  readonly number: number;
  readonly start: ExchangeStart;
  readonly startMs: number;
  readonly pieces: Piece[];
  openedMs: number | null;
  endMs: number | null;
  failure: unknown;
  hasFailed: boolean;
  bytesOut: number;
  bytesIn: number;
  isCut: boolean;
  readonly notes: DecodedMessage[];
  purpose: EvidencePurpose | null;
}

/** Limit of decoded text over all exchanges; further exchanges have only their octets. */
const DECODED_CHARS = 1_000_000;
const nothing = new Uint8Array();
const ignored: TappedExchange = { opened() {}, sent() {}, received() {}, noted() {}, usedFor() {}, end() {} };

export function createRecorder(limits: RecordingLimits = recordingLimits): Recorder {
  const startMs = performance.now();
  const exchanges: Recorded[] = [];
  const kept = { bytes: 0, pieces: 0 };
  let leftOut = 0;
  let isFinished = false;

  const keep = (one: Recorded, direction: Piece['direction'], octets: Uint8Array): void => {
    if (isFinished || one.endMs !== null) return;
    const ofThis = one.bytesOut + one.bytesIn;
    if (direction === 'out') one.bytesOut += octets.length;
    else one.bytesIn += octets.length;
    if (kept.pieces >= limits.pieces) {
      one.isCut = true;
      return;
    }
    const room = Math.max(0, Math.min(limits.exchangeBytes - ofThis, limits.totalBytes - kept.bytes));
    const isWithheld = one.start.withheld !== undefined;
    // A copy, because senders reuse their buffers, and a view of a few octets would keep the 64 kB of a read in memory.
    const part = isWithheld ? nothing : new Uint8Array(octets.subarray(0, room));
    if (!isWithheld && part.length < octets.length) one.isCut = true;
    kept.bytes += part.length;
    kept.pieces += 1;
    one.pieces.push({ direction, atMs: performance.now(), bytes: octets.length, octets: part });
  };

  return {
    begin(start) {
      if (isFinished) return ignored;
      if (exchanges.length >= limits.exchanges) {
        leftOut += 1;
        return ignored;
      }
      const one: Recorded = {
        number: exchanges.length + 1,
        ...{ start, startMs: performance.now(), pieces: [], openedMs: null, endMs: null },
        ...{ failure: undefined, hasFailed: false, bytesOut: 0, bytesIn: 0, isCut: false, notes: [], purpose: null },
        opened: () => {
          one.openedMs ??= performance.now();
        },
        sent: (octets) => keep(one, 'out', octets),
        received: (octets) => keep(one, 'in', octets),
        noted: (direction, title) => {
          if (!isFinished && one.endMs === null) one.notes.push({ direction, title, lines: [] });
        },
        usedFor: (purpose) => {
          one.purpose = purpose;
        },
        end: (...failure) => {
          if (isFinished || one.endMs !== null) return;
          one.endMs = performance.now();
          one.failure = failure[0];
          one.hasFailed = failure[0] !== undefined;
        },
      };
      exchanges.push(one);
      return one;
    },
    finish() {
      isFinished = true;
      const disguise = createDisguise();
      const readAloud = createReader();
      return {
        startedAt: preciseTime(performance.timeOrigin + startMs),
        exchanges: exchanges.map((one) => exchangeOf(one, { startMs, disguise, readAloud, all: exchanges })),
        leftOut,
        bytesKept: kept.bytes,
      };
    },
  };
}

interface Rendering {
  readonly startMs: number;
  readonly disguise: Disguise;
  readonly readAloud: typeof decodedOf;
  readonly all: readonly Recorded[];
}

/** Decodes until the limit of text is reached, because small messages may yield long texts, such as lists of cipher suites. */
function createReader(): typeof decodedOf {
  let left = DECODED_CHARS;
  return (exchange, pieces) => {
    if (left <= 0) return [];
    const messages = decodedOf(exchange, pieces);
    for (const { title, lines } of messages) left -= lines.reduce((sum, line) => sum + line.length, title.length);
    return left > 0 ? messages : [];
  };
}

function exchangeOf(one: Recorded, { startMs: zeroMs, disguise, readAloud, all }: Rendering): EvidenceExchange {
  const { number, start, startMs, openedMs, endMs, bytesOut, bytesIn, isCut } = one;
  const isPlaintext = start.within !== undefined;
  const within = isPlaintext ? (all.find((other) => other === start.within)?.number ?? null) : null;
  const shown = one.pieces.map((piece) => ({ ...piece, ...disguise.octets(start, piece.octets) }));
  const hidden = shown.some(({ isReplaced }) => isReplaced) ? OWN_ADDRESSES : null;
  return {
    number,
    service: start.service,
    transport: start.transport,
    peer: disguise.peer(start),
    purpose: one.purpose,
    layer: isPlaintext ? 'plaintext' : 'wire',
    within,
    startUs: toUs(startMs, zeroMs),
    openedUs: openedMs === null ? null : toUs(openedMs, zeroMs),
    endUs: endMs === null ? null : toUs(endMs, zeroMs),
    ...outcomeOf(one),
    bytesOut,
    bytesIn,
    isCut,
    withheld: start.withheld ?? hidden,
    pieces: shown.map(
      ({ direction, atMs, bytes, octets }): EvidencePiece => ({
        ...{ direction, bytes, atUs: toUs(atMs, zeroMs) },
        octets: Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('base64'),
      }),
    ),
    decoded: [...one.notes, ...readAloud({ ...start, isPlaintext }, shown)],
  };
}

const OWN_ADDRESSES = 'Addresses of the Sonde server are replaced in the text.';

/** An exchange that ended because nobody waited for it any longer, or timed out, did not fail. */
function outcomeOf({ failure, hasFailed, bytesIn, notes }: Recorded): Pick<EvidenceExchange, 'outcome' | 'reason'> {
  const reason = reasonOf(failure);
  const hasHeard = bytesIn > 0 || notes.some(({ direction }) => direction === 'in');
  if (hasHeard && (!hasFailed || reason === null || reason === 'timeout')) {
    return { outcome: 'answered', reason: null };
  }
  if (!hasFailed || reason === null || reason === 'timeout') return { outcome: 'silent', reason: null };
  return { outcome: 'failed', reason };
}

/** Failures of the network layer have a reason, unlike errors that abort work no longer needed. */
function reasonOf(failure: unknown): FailureReason | null {
  const { reason } = (failure ?? {}) as { readonly reason?: unknown };
  return typeof reason === 'string' ? (reason as FailureReason) : null;
}

/** Rounds to whole microseconds, since the clock of the process is not more precise. */
function toUs(ms: number, zeroMs: number): number {
  return Math.max(0, Math.round((ms - zeroMs) * 1000));
}

/** ISO 8601 with microseconds, which `Date` does not support. */
function preciseTime(ms: number): string {
  const us = Math.round(ms * 1000);
  const rest = String(us % 1_000_000).padStart(6, '0');
  return new Date(Math.floor(us / 1000)).toISOString().replace(/\.\d+Z$/, `.${rest}Z`);
}
