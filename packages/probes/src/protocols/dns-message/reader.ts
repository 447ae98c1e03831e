import { DnsFormatError } from './dns-format-error.ts';

/** A place in a message, and where reading must stop. Names may point outside the window, so it keeps the whole message. */
export interface Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly end: number;
  offset: number;
  /** What compression pointers have led to so far, by offset. */
  readonly tails: Map<number, NameTail>;
}

/** The end of a name, from some label on. */
export interface NameTail {
  readonly text: string;
  /** On the wire, root label included. */
  readonly octets: number;
  /** Pointers that were followed. */
  readonly jumps: number;
}

export function readerOf(bytes: Uint8Array): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { bytes, view, end: bytes.length, offset: 0, tails: new Map() };
}

/** A window on the next `length` octets; the reader itself moves behind them. */
export function take(reader: Reader, length: number): Reader {
  const offset = advance(reader, length);
  return { bytes: reader.bytes, view: reader.view, end: offset + length, offset, tails: reader.tails };
}

export function octetsLeft(reader: Reader): number {
  return reader.end - reader.offset;
}

export function readUint8(reader: Reader): number {
  return reader.view.getUint8(advance(reader, 1));
}

export function readUint16(reader: Reader): number {
  return reader.view.getUint16(advance(reader, 2));
}

export function readUint32(reader: Reader): number {
  return reader.view.getUint32(advance(reader, 4));
}

export function readOctets(reader: Reader, length: number): Uint8Array {
  const offset = advance(reader, length);
  return reader.bytes.subarray(offset, offset + length);
}

export function readRest(reader: Reader): Uint8Array {
  return readOctets(reader, octetsLeft(reader));
}

/** Moves on and returns where the octets start; the one place where the bounds are checked. */
function advance(reader: Reader, length: number): number {
  const { offset } = reader;
  if (length > reader.end - offset) throw cutShort();
  reader.offset = offset + length;
  return offset;
}

export function cutShort(): DnsFormatError {
  return new DnsFormatError('the bytes end before what they announce', { isCut: true });
}
