/**
 * Characters that a reader may execute or be misled by: control characters, those that reverse the direction of text or are
 * invisible (also used to hide instructions), and lone surrogates.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

const escapeHidden = (text: string): string =>
  text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`);

/** The value with all hidden characters in its texts and names written out. */
export function withoutHidden(value: unknown): unknown {
  if (typeof value === 'string') return escapeHidden(value);
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [escapeHidden(name), withoutHidden(one)]));
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
/** Bytes for the quotes of a name, its colon and the comma after a value. */
const AROUND_BYTES = 4;

/**
 * Splits a value into parts of at most `maxBytes` bytes as JSON. A part of an object has some of its fields, a part of a
 * list some of its items, a part of a text some of its characters.
 */
export function partsOf(value: unknown, maxBytes: number): readonly unknown[] {
  if (bytesOf(value) <= maxBytes) return [value];
  if (typeof value === 'string') return slicesOf(value, maxBytes);
  if (Array.isArray(value)) {
    const pieces = value.flatMap((one) => partsOf(one, maxBytes - AROUND_BYTES)).map((piece) => [piece]);
    return packed(pieces, maxBytes, (a, b) => [...a, ...b]);
  }
  if (typeof value !== 'object' || value === null) return [value];
  const pieces = Object.entries(value).flatMap(([name, one]) =>
    partsOf(one, maxBytes - bytesOf(name) - AROUND_BYTES).map((piece) => ({ [name]: piece })),
  );
  return packed<Readonly<Record<string, unknown>>>(pieces, maxBytes, (a, b) =>
    Object.keys(b).some((name) => Object.hasOwn(a, name)) ? null : { ...a, ...b },
  );
}

/** `join` returns null for two pieces that cannot be in one part. */
function packed<Piece>(
  pieces: readonly Piece[],
  maxBytes: number,
  join: (a: Piece, b: Piece) => Piece | null,
): readonly Piece[] {
  const parts: Piece[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const last = parts.at(-1);
    const size = bytesOf(piece);
    const joined = last !== undefined && bytes + size <= maxBytes ? join(last, piece) : null;
    if (joined === null) {
      parts.push(piece);
      bytes = size;
    } else {
      parts[parts.length - 1] = joined;
      bytes += size;
    }
  }
  return parts;
}

/** The most bytes that a character takes in JSON. */
const BYTES_OF_CHARACTER = 6;

function slicesOf(text: string, maxBytes: number): string[] {
  const length = Math.max(1, Math.floor(maxBytes / BYTES_OF_CHARACTER));
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
}
