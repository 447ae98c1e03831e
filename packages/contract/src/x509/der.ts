import { X509FormatError } from './x509-format-error.ts';

/** One DER value (X.690 section 10). */
export interface Der {
  /** The identifier octet: class, form and tag number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** Including identifier and length. */
  readonly whole: Uint8Array;
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Ordinary certificates have up to a thousand alternative names, those of test sites ten thousand. */
const MAX_CHILDREN = 20_000;
const HIGH_TAG_NUMBER = 0x1f;
const LONG_LENGTH = 0x80;
const MAX_LENGTH_OCTETS = 4;

/** `[number]`, constructed or not (context-specific class). */
export function contextTag(number: number, { isConstructed = true } = {}): number {
  return (isConstructed ? 0xa0 : 0x80) + number;
}

/**
 * Decodes the value at `offset`, ignoring what follows it.
 * @throws X509FormatError for an invalid or truncated value.
 */
export function readDer(bytes: Uint8Array, offset = 0): Der {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) throw new X509FormatError('a value without a length');
  if ((tag & HIGH_TAG_NUMBER) === HIGH_TAG_NUMBER) throw new X509FormatError('a tag of more than one octet');
  const { length, start } = readLength(bytes, offset + 2, first);
  const end = start + length;
  if (end > bytes.length) throw new X509FormatError('a value longer than what holds it');
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(offset, end) };
}

function readLength(bytes: Uint8Array, offset: number, first: number): { length: number; start: number } {
  if (first < LONG_LENGTH) return { length: first, start: offset };
  const count = first - LONG_LENGTH;
  if (count === 0 || count > MAX_LENGTH_OCTETS) throw new X509FormatError('a length of that form is not DER');
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    const octet = bytes[offset + index];
    if (octet === undefined) throw new X509FormatError('a length that ends early');
    length = length * 256 + octet;
  }
  return { length, start: offset + count };
}

/** Decodes the only value in the bytes. @throws X509FormatError when something follows it. */
export function readOnly(bytes: Uint8Array, tag: number): Der {
  const value = readDer(bytes);
  if (value.whole.length !== bytes.length) throw new X509FormatError('something follows the value');
  return expectTag(value, tag);
}

/** The values in a constructed one. @throws X509FormatError */
export function childrenOf({ content }: Der): Der[] {
  const children: Der[] = [];
  for (let offset = 0; offset < content.length; ) {
    const child = readDer(content, offset);
    children.push(child);
    if (children.length > MAX_CHILDREN) throw new X509FormatError(`more than ${MAX_CHILDREN} values in one`);
    offset += child.whole.length;
  }
  return children;
}

/** @throws X509FormatError when there is no value or one with another tag. */
export function expectTag(value: Der | undefined, tag: number): Der {
  if (value === undefined) throw new X509FormatError('a value is missing');
  if (value.tag !== tag) throw new X509FormatError(`a value of type ${value.tag} where ${tag} belongs`);
  return value;
}

/** The values of a SEQUENCE, in order. @throws X509FormatError */
export function sequenceOf(value: Der | undefined): Der[] {
  return childrenOf(expectTag(value, tags.sequence));
}

/** A small non-negative INTEGER or ENUMERATED. @throws X509FormatError */
export function smallInteger(value: Der | undefined, tag: number = tags.integer): number {
  const { content } = expectTag(value, tag);
  if (content.length === 0 || content.length > 5 || (content[0] ?? 0) >= 0x80) {
    throw new X509FormatError('a number out of range');
  }
  return content.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** The octets of a BIT STRING, and the number of unused bits in the last one. @throws X509FormatError */
export function bitStringOf(value: Der | undefined): { bytes: Uint8Array; unusedBits: number } {
  const { content } = expectTag(value, tags.bitString);
  const unusedBits = content[0];
  if (unusedBits === undefined || unusedBits > 7) throw new X509FormatError('a bit string without a beginning');
  return { bytes: content.subarray(1), unusedBits };
}

/** An OBJECT IDENTIFIER in dotted notation. @throws X509FormatError */
export function objectIdentifier(value: Der | undefined): string {
  return dotted(expectTag(value, tags.objectIdentifier).content);
}

const MAX_ARCS = 64;
const MAX_ARC = 2 ** 45;

function dotted(content: Uint8Array): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f);
    if (arc > MAX_ARC || arcs.length > MAX_ARCS) throw new X509FormatError('an object identifier out of range');
    if (octet >= 0x80) continue;
    // X.690 section 8.19.4: the first two arcs share one number.
    if (arcs.length === 0) arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)));
    else arcs.push(arc);
    arc = 0;
  }
  if (arcs.length === 0 || (content.at(-1) ?? 0x80) >= 0x80)
    throw new X509FormatError('an object identifier cut short');
  return arcs.join('.');
}
