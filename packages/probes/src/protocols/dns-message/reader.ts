import { DnsFormatError } from './dns-format-error.ts';

/** A position in a message and the end of the readable window. Names may point outside the window, so the whole message is kept. */
export interface MessageReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly end: number;
  offset: number;
  /** The targets of compression pointers followed so far, by offset. */
  readonly tails: Map<number, NameTail>;
}

/** The rest of a name, from one of its labels on. */
export interface NameTail {
  readonly text: string;
  /** On the wire, including the root label. */
  readonly octets: number;
  /** Pointers followed. */
  readonly jumps: number;
}

export function readerOf(bytes: Uint8Array): MessageReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { bytes, view, end: bytes.length, offset: 0, tails: new Map() };
}

/** A window on the next `length` octets; the reader advances past them. */
export function take(reader: MessageReader, length: number): MessageReader {
  const offset = advance(reader, length);
  return { bytes: reader.bytes, view: reader.view, end: offset + length, offset, tails: reader.tails };
}

export function octetsLeft(reader: MessageReader): number {
  return reader.end - reader.offset;
}

export function readUint8(reader: MessageReader): number {
  return reader.view.getUint8(advance(reader, 1));
}

export function readUint16(reader: MessageReader): number {
  return reader.view.getUint16(advance(reader, 2));
}

export function readUint32(reader: MessageReader): number {
  return reader.view.getUint32(advance(reader, 4));
}

export function readOctets(reader: MessageReader, length: number): Uint8Array {
  const offset = advance(reader, length);
  return reader.bytes.subarray(offset, offset + length);
}

export function readRest(reader: MessageReader): Uint8Array {
  return readOctets(reader, octetsLeft(reader));
}

/** Advances the reader and returns the previous position; the only place that checks the bounds. */
function advance(reader: MessageReader, length: number): number {
  const { offset } = reader;
  if (length > reader.end - offset) throw cutShort();
  reader.offset = offset + length;
  return offset;
}

export function cutShort(): DnsFormatError {
  return new DnsFormatError('the bytes end before what they announce', { isCut: true });
}
