const ASCII = 0x7f;
const TWO_BYTES = 0x7ff;
const THREE_BYTES = 0xffff;

/** The length of a value as JSON in UTF-8. */
export function bytesOf(value: unknown): number {
  let bytes = 0;
  for (const character of JSON.stringify(value) ?? '') {
    const code = character.codePointAt(0) ?? 0;
    bytes += code <= ASCII ? 1 : code <= TWO_BYTES ? 2 : code <= THREE_BYTES ? 3 : 4;
  }
  return bytes;
}

/** How many items of each list are kept, the most first. */
const STEPS: readonly number[] = [30, 10, 5, 3, 1, 0];
const MAX_TEXT = 200;

/** The value with as many items of its lists as fit in `maxBytes` bytes of JSON; null if it does not fit without any. */
export function shortened(value: unknown, maxBytes: number): unknown {
  if (bytesOf(value) <= maxBytes) return value;
  for (const items of STEPS) {
    const shorter = withItems(value, items);
    if (bytesOf(shorter) <= maxBytes) return shorter;
  }
  return null;
}

/** A list that was cut ends with the number of items that are not shown. */
function withItems(value: unknown, items: number): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((one) => withItems(one, items));
    return kept.length < value.length ? [...kept, { notShown: value.length - kept.length }] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withItems(one, items)]));
}
