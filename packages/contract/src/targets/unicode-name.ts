import { toDnsName } from './domain.ts';

/** RFC 3492 section 5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX_NAME = 254;
const LARGEST_CODE_POINT = 0x10ffff;

/**
 * The Unicode spelling of a name with A-labels (RFC 5890): `bücher.de` for `xn--bcher-kva.de`. Null if there is no other
 * spelling: the name is plain ASCII, or browsers would not produce one of its labels (RFC 5891 section 4.4).
 * @param name lower-case A-labels, with or without leading underscores.
 */
export function toUnicodeName(name: string): string | null {
  // Decoding takes quadratic time, and a longer text is no name.
  if (name.length > MAX_NAME || !name.includes('xn--')) return null;
  const labels = name.split('.').map((label) => (label.startsWith('xn--') ? decodeLabel(label.slice(4)) : label));
  if (labels.includes(null)) return null;
  const unicode = labels.join('.');
  // Verified by converting back: a forged label (`xn--a`, one with capitals or invisible characters in it) yields another name.
  return unicode !== name && toDnsName(unicode) === name ? unicode : null;
}

/** Decodes the Punycode of one label without its prefix (RFC 3492 section 6.2); null if it is invalid. */
function decodeLabel(text: string): string | null {
  const lastHyphen = text.lastIndexOf('-');
  const output = [...text.slice(0, Math.max(0, lastHyphen))];
  let [codePoint, index, bias] = [INITIAL_N, 0, INITIAL_BIAS];
  let rest = text.slice(lastHyphen + 1);
  while (rest !== '') {
    const delta = decodeDelta(rest, bias);
    if (delta === null) return null;
    const length = output.length + 1;
    bias = adaptBias(delta.value, length, index === 0);
    const position = index + delta.value;
    codePoint += Math.floor(position / length);
    if (codePoint > LARGEST_CODE_POINT) return null;
    output.splice(position % length, 0, String.fromCodePoint(codePoint));
    index = (position % length) + 1;
    rest = rest.slice(delta.digits);
  }
  return output.join('');
}

/** Decodes the variable-length integer at the start of a text (section 3.3), and counts its digits. */
function decodeDelta(text: string, bias: number): { value: number; digits: number } | null {
  let [value, weight] = [0, 1];
  for (const [at, character] of [...text].entries()) {
    const digit = /^\d$/.test(character) ? Number(character) + 26 : character.charCodeAt(0) - 'a'.charCodeAt(0);
    if (digit < 0 || digit >= BASE) return null;
    value += digit * weight;
    if (!Number.isSafeInteger(value)) return null;
    const threshold = Math.min(T_MAX, Math.max(T_MIN, BASE * (at + 1) - bias));
    if (digit < threshold) return { value, digits: at + 1 };
    weight *= BASE - threshold;
  }
  return null;
}

/** Bias adaptation (section 6.1). */
function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let steps = 0;
  while (rest > Math.floor(((BASE - T_MIN) * T_MAX) / 2)) {
    rest = Math.floor(rest / (BASE - T_MIN));
    steps += BASE;
  }
  return steps + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
