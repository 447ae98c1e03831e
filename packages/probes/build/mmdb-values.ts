/** What a record may hold; numbers are whole, without a sign, and take 32 bits. A buffer is a value that was encoded before. */
export type MmdbValue = string | number | Buffer | readonly MmdbValue[] | MmdbMap;
export interface MmdbMap {
  readonly [key: string]: MmdbValue;
}

const TYPES = { pointer: 1, string: 2, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11 } as const;

/** A value in the encoding of the format's "Output Data Section". */
export function encodeValue(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control('string', text.length), text]);
  }
  if (typeof value === 'number') return encodeInteger('uint32', value);
  if (Buffer.isBuffer(value)) return value;
  if (isList(value)) return Buffer.concat([control('array', value.length), ...value.map(encodeValue)]);
  return encodeMap(value, encodeValue);
}

/** As `encodeValue`, with keys as `encodeKey` writes them. */
export function encodeMap(map: MmdbMap, encodeKey: (key: string) => Buffer): Buffer {
  const entries = Object.entries(map);
  const parts = entries.flatMap(([key, value]) => [encodeKey(key), encodeValue(value)]);
  return Buffer.concat([control('map', entries.length), ...parts]);
}

/** @throws RangeError beyond the first 2 KiB of the data, which the shortest form reaches. */
export function encodePointer(offset: number): Buffer {
  if (offset >= 2 ** 11) throw new RangeError(`a pointer to ${offset} is too long`);
  return Buffer.from([(TYPES.pointer << 5) | (offset >> 8), offset & 255]);
}

export function encodeInteger(type: 'uint16' | 'uint32' | 'uint64', value: number): Buffer {
  const hex = value === 0 ? '' : value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([control(type, bytes.length), bytes]);
}

/** The control byte: type and size, either of them continued in further bytes where three and five bits are not enough. */
function control(type: keyof typeof TYPES, size: number): Buffer {
  const number = TYPES[type];
  const [short, ...more] = sizeBytes(size);
  return Buffer.from(number <= 7 ? [(number << 5) | short, ...more] : [short, number - 7, ...more]);
}

function sizeBytes(size: number): [number, ...number[]] {
  if (size < 29) return [size];
  if (size < 285) return [29, size - 29];
  if (size < 65_821) return [30, (size - 285) >> 8, (size - 285) & 255];
  throw new RangeError(`a value of ${size} is too long`);
}

function isList(value: MmdbValue): value is readonly MmdbValue[] {
  return Array.isArray(value);
}
