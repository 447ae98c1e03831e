import { MmdbFormatError } from './mmdb-format-error.ts';

/** A value in a record. Integers of 64 and 128 bits are always `bigint`, all others numbers. */
export type MmdbValue =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | readonly MmdbValue[]
  | { readonly [key: string]: MmdbValue };

/*
 * Limits for one record. With pointers, a few bytes of a file can stand for any amount of data, and a control byte can
 * announce sixteen million values: never more than this is allocated. The largest records of commercial databases have
 * about two hundred values in eight languages, five levels deep.
 */
const MAX_VALUES = 4096;
const MAX_DEPTH = 32;
const MAX_TEXT_BYTES = 256 * 1024;

const TOO_MANY = `a record of more than ${MAX_VALUES} values`;

/** Types by number ("Output Data Section" of the specification). Other types do not occur in records. */
const EXTENDED = 0;
const POINTER = 1;
const TEXT = 2;
const DOUBLE = 3;
const BYTES = 4;
const UINT16 = 5;
const UINT32 = 6;
const MAP = 7;
const INT32 = 8;
const UINT64 = 9;
const UINT128 = 10;
const ARRAY = 11;
const BOOLEAN = 14;
const FLOAT = 15;
/** The number of an extended type is in the byte after the control byte, minus this. */
const EXTENDED_BASE = 7;
const POINTER_BASE = [0, 2048, 526_336, 0] as const;
const SIZE_BASE = [29, 285, 65_821] as const;

/**
 * Decodes the value at `offset` of a data section. `section` contains nothing else, since pointers are offsets in it.
 * @throws MmdbFormatError for anything that the format does not allow, and beyond the limits for one record
 */
export function decodeValue(section: Buffer, offset: number): MmdbValue {
  return new Decoder(section, offset).value(0);
}

/** Decodes sequentially from `at`. One object per record: most of the time of a lookup is spent here. */
class Decoder {
  private readonly section: Buffer;
  private at: number;
  private valuesLeft = MAX_VALUES;
  private textLeft = MAX_TEXT_BYTES;

  constructor(section: Buffer, at: number) {
    this.section = section;
    this.at = at;
  }

  value(depth: number): MmdbValue {
    this.valuesLeft -= 1;
    if (this.valuesLeft < 0) throw new MmdbFormatError(TOO_MANY);
    const control = this.byte();
    if (control >> 5 !== POINTER) return this.payload(control, depth);
    const target = this.pointer(control);
    const next = this.at;
    this.at = target;
    const pointed = this.byte();
    // Forbidden by the specification, and the simplest way to build an infinite loop.
    if (pointed >> 5 === POINTER) throw new MmdbFormatError('a pointer to a pointer');
    const value = this.payload(pointed, depth);
    this.at = next;
    return value;
  }

  private payload(control: number, depth: number): MmdbValue {
    const short = control >> 5;
    const type = short === EXTENDED ? this.byte() + EXTENDED_BASE : short;
    const size = this.size(control & 31);
    if (type === TEXT) return this.text(size);
    if (type === MAP) return this.map(size, depth + 1);
    if (type === ARRAY) return this.array(size, depth + 1);
    // For booleans, the size is the value.
    if (type === BOOLEAN && size <= 1) return size === 1;
    return this.scalar(type, size);
  }

  /** 29, 30 and 31 mean that one, two or three more bytes of size follow. */
  private size(short: number): number {
    const base = SIZE_BASE[short - 29];
    return base === undefined ? short : base + this.unsigned(short - 28);
  }

  /** `001SSVVV`: two bits for the number of bytes that follow, and three bits of the value unless four bytes follow. */
  private pointer(control: number): number {
    const sizeBits = (control >> 3) & 3;
    const length = sizeBits + 1;
    const high = length === 4 ? 0 : (control & 7) * 256 ** length;
    return (POINTER_BASE[sizeBits] ?? 0) + high + this.unsigned(length);
  }

  private scalar(type: number, size: number): MmdbValue {
    if (type === DOUBLE && size === 8) return this.section.readDoubleBE(this.skip(8));
    if (type === FLOAT && size === 4) return this.section.readFloatBE(this.skip(4));
    if (type === BYTES) return this.bytes(size);
    if ((type === UINT16 && size <= 2) || (type === UINT32 && size <= 4)) return this.unsigned(size);
    // Fewer than four bytes are padded with zeros, so only four can hold a negative number.
    if (type === INT32 && size <= 4) return this.unsigned(size) | 0;
    if ((type === UINT64 && size <= 8) || (type === UINT128 && size <= 16)) return this.bigUnsigned(size);
    throw new MmdbFormatError(`a value of type ${type} and size ${size}`);
  }

  private text(size: number): string {
    this.spendText(size);
    const start = this.skip(size);
    return this.section.toString('utf8', start, start + size);
  }

  private bytes(size: number): Uint8Array {
    this.spendText(size);
    const start = this.skip(size);
    return new Uint8Array(this.section.subarray(start, start + size));
  }

  private map(size: number, depth: number): MmdbValue {
    this.refuseContainer(size * 2, depth);
    const map: Record<string, MmdbValue> = {};
    for (let index = 0; index < size; index += 1) {
      const key = this.value(depth);
      if (typeof key !== 'string') throw new MmdbFormatError('a key that is no text');
      const value = this.value(depth);
      // An assignment would set the prototype.
      if (key === '__proto__') Object.defineProperty(map, key, { value, enumerable: true });
      else map[key] = value;
    }
    return map;
  }

  private array(size: number, depth: number): MmdbValue {
    this.refuseContainer(size, depth);
    const values: MmdbValue[] = [];
    for (let index = 0; index < size; index += 1) values.push(this.value(depth));
    return values;
  }

  /** Checked before anything is read: a container may announce more values than a record may have. */
  private refuseContainer(values: number, depth: number): void {
    if (values > this.valuesLeft) throw new MmdbFormatError(TOO_MANY);
    if (depth > MAX_DEPTH) throw new MmdbFormatError(`values nested more than ${MAX_DEPTH} deep`);
  }

  private spendText(bytes: number): void {
    this.textLeft -= bytes;
    if (this.textLeft < 0) throw new MmdbFormatError(`a record of more than ${MAX_TEXT_BYTES} bytes of text`);
  }

  private byte(): number {
    const byte = this.section[this.at];
    if (byte === undefined) throw new MmdbFormatError('an offset outside of the data');
    this.at += 1;
    return byte;
  }

  private unsigned(length: number): number {
    const start = this.skip(length);
    let value = 0;
    for (let at = start; at < this.at; at += 1) value = value * 256 + (this.section[at] ?? 0);
    return value;
  }

  private bigUnsigned(length: number): bigint {
    const start = this.skip(length);
    return length === 0 ? 0n : BigInt(`0x${this.section.toString('hex', start, this.at)}`);
  }

  /** Returns where the next `length` bytes start, and moves past them. */
  private skip(length: number): number {
    const start = this.at;
    if (start < 0 || start + length > this.section.length) throw new MmdbFormatError('a value outside of the data');
    this.at = start + length;
    return start;
  }
}
