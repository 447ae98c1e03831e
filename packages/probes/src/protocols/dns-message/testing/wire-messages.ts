import { nameToWire } from '../name.ts';

/** Builds messages for the tests of this folder, well formed or not. */
export interface WireRecord {
  readonly name?: Uint8Array;
  readonly type: number;
  readonly class?: number;
  readonly ttl?: number;
  readonly rdata: Uint8Array;
  /** To announce a wrong length. */
  readonly rdataLength?: number;
}

export interface WireMessage {
  readonly flags?: number;
  readonly questions?: readonly Uint8Array[];
  readonly answers?: readonly WireRecord[];
  readonly authorities?: readonly WireRecord[];
  readonly additionals?: readonly WireRecord[];
  /** To announce wrong counts: questions, answers, authorities, additionals. */
  readonly counts?: readonly [number, number, number, number];
  readonly trailing?: Uint8Array;
}

/** Bytes from hex digits; spaces are ignored. */
export function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

export function wireQuestion(name: string, type: number): Uint8Array {
  return joinBytes(nameToWire(name), uint16s(type, 1));
}

export function wireMessage(message: WireMessage): Uint8Array {
  const { questions = [], answers = [], authorities = [], additionals = [] } = message;
  const counts = message.counts ?? [questions.length, answers.length, authorities.length, additionals.length];
  const records = [...answers, ...authorities, ...additionals].map(wireRecord);
  const header = uint16s(0x1234, message.flags ?? 0x8180, ...counts);
  return joinBytes(header, ...questions, ...records, message.trailing ?? new Uint8Array());
}

function wireRecord({ name, type, class: recordClass = 1, ttl = 300, rdata, rdataLength }: WireRecord): Uint8Array {
  const fixed = uint16s(type, recordClass, Math.floor(ttl / 0x1_0000), ttl % 0x1_0000, rdataLength ?? rdata.length);
  return joinBytes(name ?? Uint8Array.of(0), fixed, rdata);
}

export function uint16s(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]));
}
