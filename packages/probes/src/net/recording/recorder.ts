import type { Evidence } from '@sonde/contract/evidence/evidence';
import { decodedOf } from './decoding/decoded.ts';
import { createDisguise } from './disguise.ts';
import { evidenceOf } from './evidence-exchange.ts';
import { RecordedExchange, type RecordingState } from './recorded-exchange.ts';
import { type RecordingLimits, recordingLimits } from './recording-limits.ts';
import type { TappedExchange, WireTap } from './wire-tap.ts';

/** Records exchanges until it is finished. */
export interface Recorder extends WireTap {
  /** Ends the recording and returns it, with addresses of this server and the operator's services replaced. */
  finish(): Evidence;
}

/** Limit of decoded text over all exchanges; further exchanges have only their octets. */
const DECODED_CHARS = 1_000_000;
const ignored: TappedExchange = { opened() {}, sent() {}, received() {}, noted() {}, usedFor() {}, end() {} };

export function createRecorder(limits: RecordingLimits = recordingLimits): Recorder {
  const startMs = performance.now();
  const exchanges: RecordedExchange[] = [];
  const state: RecordingState = { limits, keptBytes: 0, keptPieces: 0, isFinished: false };
  let leftOut = 0;
  return {
    begin(start) {
      if (state.isFinished) return ignored;
      if (exchanges.length >= limits.exchanges) {
        leftOut += 1;
        return ignored;
      }
      const exchange = new RecordedExchange(exchanges.length + 1, start, state);
      exchanges.push(exchange);
      return exchange;
    },
    finish() {
      state.isFinished = true;
      const rendering = { startMs, disguise: createDisguise(), decode: createDecoder(), all: exchanges };
      return {
        startedAt: preciseTime(performance.timeOrigin + startMs),
        exchanges: exchanges.map((one) => evidenceOf(one, rendering)),
        leftOut,
        bytesKept: state.keptBytes,
      };
    },
  };
}

/** Decodes until the text is too long: a hello of 60 octets may name hundreds of cipher suites. */
function createDecoder(): typeof decodedOf {
  let left = DECODED_CHARS;
  return (exchange, pieces) => {
    if (left <= 0) return [];
    const messages = decodedOf(exchange, pieces);
    for (const { title, lines } of messages) left -= lines.reduce((sum, line) => sum + line.length, title.length);
    return left > 0 ? messages : [];
  };
}

/** ISO 8601 with microseconds, which `Date` does not support. */
function preciseTime(ms: number): string {
  const us = Math.round(ms * 1000);
  const rest = String(us % 1_000_000).padStart(6, '0');
  return new Date(Math.floor(us / 1000)).toISOString().replace(/\.\d+Z$/, `.${rest}Z`);
}
