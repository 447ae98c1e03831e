import { DnsFormatError } from './dns-format-error.ts';
import { HEADER_OCTETS } from './header.ts';
import { cutShort, type MessageReader, type NameTail } from './reader.ts';

const MAX_NAME_OCTETS = 255;
const MAX_LABEL_OCTETS = 63;
const ROOT_OCTETS = 1;
/** A name has at most 127 labels, so no honest name needs more than one jump before each. */
const MAX_JUMPS = 126;
/** The two highest bits of a length octet mark a compression pointer. */
const POINTER = 0xc0;
/** The longest name, with every octet written as `\\DDD`; longer texts are not parsed. */
const MAX_TEXT = 4 * MAX_NAME_OCTETS;

/** Each octet of a label in presentation format (RFC 1035 section 5.1); characters special in zone files are escaped. */
const labelText: readonly string[] = Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  if (octet <= 0x20 || octet >= 0x7f) return `\\${String(octet).padStart(3, '0')}`;
  return '."();@$\\'.includes(character) ? `\\${character}` : character;
});

/**
 * Reads a name into presentation format without the final dot; root is `.`. Pointers (RFC 1035 section 4.1.4) must point
 * strictly backwards, which also prevents loops.
 */
export function readName(reader: MessageReader, { mayPoint }: { mayPoint: boolean }): string {
  const start = reader.offset;
  const { text, octets, next, target } = readLabels(reader.bytes, start, reader.end);
  reader.offset = next;
  if (target === null) return text === '' ? '.' : text;
  if (!mayPoint) throw new DnsFormatError('a compressed name where none is allowed');
  return joined(text, octets, tailAt(reader, target, start, 1)).text || '.';
}

/** The target of a pointer, read once per offset: a message may contain thousands of pointers to one long name. */
function tailAt(reader: MessageReader, start: number, from: number, jumps: number): NameTail {
  if (start < HEADER_OCTETS) throw new DnsFormatError('a compression pointer into the header');
  if (start >= from) throw new DnsFormatError('a compression pointer that does not lead backwards');
  const known = reader.tails.get(start);
  if (jumps + (known?.jumps ?? 0) > MAX_JUMPS) throw new DnsFormatError('too many compression pointers');
  if (known !== undefined) return known;
  const { text, octets, target } = readLabels(reader.bytes, start, reader.bytes.length);
  const tail =
    target === null
      ? { text, octets: octets + ROOT_OCTETS, jumps: 0 }
      : joined(text, octets, tailAt(reader, target, start, jumps + 1));
  reader.tails.set(start, tail);
  return tail;
}

function joined(text: string, octets: number, tail: NameTail): NameTail {
  if (octets + tail.octets > MAX_NAME_OCTETS) throw new DnsFormatError('a name is longer than 255 octets');
  const separator = text === '' || tail.text === '' ? '' : '.';
  return { text: text + separator + tail.text, octets: octets + tail.octets, jumps: tail.jumps + 1 };
}

/** The labels up to the end of a name or up to a pointer. */
interface Labels {
  readonly text: string;
  readonly octets: number;
  readonly next: number;
  readonly target: number | null;
}

function readLabels(bytes: Uint8Array, start: number, end: number): Labels {
  let text = '';
  let at = start;
  for (;;) {
    const length = octetAt(bytes, at, end);
    const octets = at - start;
    if (length === 0) return { text, octets, next: at + 1, target: null };
    if (length >= POINTER) {
      return { text, octets, next: at + 2, target: ((length & 0x3f) << 8) | octetAt(bytes, at + 1, end) };
    }
    if (length > MAX_LABEL_OCTETS) throw new DnsFormatError('an unknown label type');
    const next = at + 1 + length;
    if (next - start + ROOT_OCTETS > MAX_NAME_OCTETS) throw new DnsFormatError('a name is longer than 255 octets');
    if (next > end) throw cutShort();
    if (text !== '') text += '.';
    for (let i = at + 1; i < next; i++) text += labelText[bytes[i] ?? 0];
    at = next;
  }
}

function octetAt(bytes: Uint8Array, at: number, end: number): number {
  const octet = at < end ? bytes[at] : undefined;
  if (octet === undefined) throw cutShort();
  return octet;
}

/**
 * The uncompressed wire form of a name in presentation form (RFC 1035 sections 3.1 and 5.1); the final dot is optional.
 * @throws DnsFormatError for an empty label, a label over 63 octets, a name over 255, a bad escape or a non-ASCII character.
 */
export function nameToWire(name: string): Uint8Array {
  const wire: number[] = [];
  for (const label of labelsOf(name)) {
    const octets = labelToOctets(label);
    if (octets.length > MAX_LABEL_OCTETS) throw new DnsFormatError('a label is longer than 63 octets');
    wire.push(octets.length, ...octets);
    if (wire.length >= MAX_NAME_OCTETS) throw new DnsFormatError('a name is longer than 255 octets');
  }
  wire.push(0);
  return Uint8Array.from(wire);
}

/** The labels of a name in presentation form, escapes kept; none for root. */
export function labelsOf(name: string): string[] {
  if (name === '.') return [];
  if (name.length > MAX_TEXT) throw new DnsFormatError('a name is longer than 255 octets');
  const labels: string[] = [];
  const label = /((?:[^\\.]|\\\d{3}|\\\D)+)(\.|$)/y;
  while (label.lastIndex < name.length) {
    const [, text] = label.exec(name) ?? [];
    if (text === undefined) throw new DnsFormatError('an empty label or a bad escape');
    labels.push(text);
  }
  if (labels.length === 0) throw new DnsFormatError('an empty name');
  return labels;
}

function labelToOctets(label: string): number[] {
  const characters = label.match(/\\\d{3}|\\?[\s\S]/g) ?? [];
  return characters.map((character) => {
    const octet = /^\\\d{3}$/.test(character) ? Number(character.slice(1)) : character.charCodeAt(character.length - 1);
    const isEscaped = character.length === 4;
    if (octet > (isEscaped ? 0xff : 0x7f)) throw new DnsFormatError('a character that is no octet');
    return octet;
  });
}

/** The same for equal names: lower case (RFC 4343), escapes in canonical form, no final dot. */
export function nameKey(name: string): string {
  const folded = foldCase(name);
  if (!folded.includes('\\')) return folded.length > 1 && folded.endsWith('.') ? folded.slice(0, -1) : folded;
  const labels = labelsOf(folded).map((label) =>
    labelToOctets(label)
      .map((octet) => labelText[octet])
      .join(''),
  );
  // An escape may have hidden a capital letter.
  return foldCase(labels.join('.'));
}

/** Most names have no capital letters, and testing is cheaper than replacing. */
function foldCase(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : name;
}

/** The length in octets of a well-formed name on the wire. */
export function nameOctets(name: string): number {
  return labelsOf(name).reduce((sum, label) => sum + 1 + labelToOctets(label).length, 1);
}
