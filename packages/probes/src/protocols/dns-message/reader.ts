import { DnsFormatError } from './dns-format-error.ts';

/** A position in a message and the end of the readable window. Names may point outside the window, so the whole message is kept. */
export interface MessageReader {
  readonly bytes: Uint8Array;
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
  return { bytes, end: bytes.length, offset: 0, tails: new Map() };
}

/** A window on the next `length` octets; the reader advances past them. */
export function take(reader: MessageReader, length: number): MessageReader {
  const offset = advance(reader, length);
  return { bytes: reader.bytes, end: offset + length, offset, tails: reader.tails };
}

export function octetsLeft(reader: MessageReader): number {
  return reader.end - reader.offset;
}

export function readUint8(reader: MessageReader): number {
  return reader.bytes[advance(reader, 1)] ?? 0;
}

export function readUint16(reader: MessageReader): number {
  return uint16At(reader.bytes, advance(reader, 2));
}

export function readUint32(reader: MessageReader): number {
  return readUint16(reader) * 0x1_0000 + readUint16(reader);
}

/** Without a view, which takes longer to create than a short message to read. */
export function uint16At(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
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
