import type { DecodedMessage, EvidencePurpose } from '@sonde/contract/evidence/evidence';
import type { RecordingLimits } from './recording-limits.ts';
import type { ExchangeStart, TappedExchange } from './wire-tap.ts';

export interface RecordedPiece {
  readonly direction: 'out' | 'in';
  readonly atMs: number;
  readonly bytes: number;
  readonly octets: Uint8Array;
}

/** What all exchanges of a recording share. */
export interface RecordingState {
  readonly limits: RecordingLimits;
  keptBytes: number;
  keptPieces: number;
  isFinished: boolean;
}

const nothing = new Uint8Array();

/** One exchange of a recording. A class, since a lookup has hundreds: object literals would create their functions for each. */
export class RecordedExchange implements TappedExchange {
  readonly number: number;
  readonly start: ExchangeStart;
  readonly startMs = performance.now();
  readonly pieces: RecordedPiece[] = [];
  readonly notes: DecodedMessage[] = [];
  openedMs: number | null = null;
  endMs: number | null = null;
  failure: unknown = undefined;
  bytesOut = 0;
  bytesIn = 0;
  isCut = false;
  purpose: EvidencePurpose | null = null;
  readonly #state: RecordingState;

  constructor(number: number, start: ExchangeStart, state: RecordingState) {
    this.number = number;
    this.start = start;
    this.#state = state;
  }

  get #isOver(): boolean {
    return this.#state.isFinished || this.endMs !== null;
  }

  opened(): void {
    this.openedMs ??= performance.now();
  }

  sent(octets: Uint8Array): void {
    if (this.#isOver) return;
    this.#keep('out', octets);
    this.bytesOut += octets.length;
  }

  received(octets: Uint8Array): void {
    if (this.#isOver) return;
    this.#keep('in', octets);
    this.bytesIn += octets.length;
  }

  noted(direction: 'out' | 'in', title: string): void {
    if (!this.#isOver) this.notes.push({ direction, title, lines: [] });
  }

  usedFor(purpose: EvidencePurpose): void {
    this.purpose = purpose;
  }

  end(failure?: unknown): void {
    if (this.#isOver) return;
    this.endMs = performance.now();
    this.failure = failure;
  }

  #keep(direction: 'out' | 'in', octets: Uint8Array): void {
    const state = this.#state;
    const { limits } = state;
    if (state.keptPieces >= limits.pieces) {
      this.isCut = true;
      return;
    }
    const isWithheld = this.start.withheld !== undefined;
    const room = Math.min(limits.exchangeBytes - this.bytesOut - this.bytesIn, limits.totalBytes - state.keptBytes);
    // A copy, because senders reuse their buffers, and a view of a few octets would keep the 64 kB of a read in memory.
    const part = isWithheld ? nothing : new Uint8Array(octets.subarray(0, Math.max(0, room)));
    if (!isWithheld && part.length < octets.length) this.isCut = true;
    state.keptBytes += part.length;
    state.keptPieces += 1;
    this.pieces.push({ direction, atMs: performance.now(), bytes: octets.length, octets: part });
  }
}
