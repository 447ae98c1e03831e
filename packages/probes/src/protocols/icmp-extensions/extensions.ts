import { checksum } from '../icmp-message/echo.ts';

/** One entry of the label stack of a packet that a router could not forward (RFC 3032, RFC 4950). */
export interface MplsLabel {
  readonly label: number;
  /** The traffic class field (RFC 5462). */
  readonly tc: number;
  /** Whether it is the last entry of the stack. */
  readonly bottom: boolean;
  readonly ttl: number;
}

const VERSION = 2;
const HEADER_BYTES = 4;
const OBJECT_HEADER_BYTES = 4;
const LABEL_BYTES = 4;
const MPLS_CLASS = 1;
const INCOMING_STACK = 1;
/** Stacks are rarely deeper than five. */
const MAX_LABELS = 16;
/** Routers older than RFC 4884 put the extensions after 128 bytes of the packet (its section 5.5). */
const OLD_OFFSET = 128;

/**
 * The label stack in the extension structure of an ICMP error (RFC 4884 section 7, RFC 4950). Objects of other classes are
 * skipped; a damaged structure has no labels.
 * @param quoted the bytes of our packet that the error quotes, and everything after them
 * @param at offset of the structure; null if the error does not state it: then it is expected where old routers put it, and
 * accepted only with a correct checksum
 * @param headerBytes number of bytes of our packet that are missing before the quoted ones, such as its IP header
 */
export function readLabels(quoted: Uint8Array, at: number | null, headerBytes: number): readonly MplsLabel[] {
  const offset = at ?? OLD_OFFSET - headerBytes;
  if (offset < 0 || offset + HEADER_BYTES > quoted.length) return [];
  const structure = quoted.subarray(offset);
  const sum = ((structure[2] ?? 0) << 8) | (structure[3] ?? 0);
  if ((structure[0] ?? 0) >> 4 !== VERSION) return [];
  // A checksum of zero means that there is none (RFC 4884 section 7).
  if (sum === 0 ? at === null : checksum(structure) !== 0) return [];
  return stackOf(structure);
}

function stackOf(structure: Uint8Array): readonly MplsLabel[] {
  const view = new DataView(structure.buffer, structure.byteOffset, structure.byteLength);
  let offset = HEADER_BYTES;
  while (offset + OBJECT_HEADER_BYTES <= structure.length) {
    const length = view.getUint16(offset);
    if (length < OBJECT_HEADER_BYTES || offset + length > structure.length) return [];
    if (view.getUint8(offset + 2) === MPLS_CLASS && view.getUint8(offset + 3) === INCOMING_STACK)
      return entriesOf(view, offset + OBJECT_HEADER_BYTES, offset + length);
    offset += Math.ceil(length / 4) * 4;
  }
  return [];
}

function entriesOf(view: DataView, from: number, to: number): readonly MplsLabel[] {
  const labels: MplsLabel[] = [];
  for (let offset = from; offset + LABEL_BYTES <= to && labels.length < MAX_LABELS; offset += LABEL_BYTES) {
    const entry = view.getUint32(offset);
    labels.push({
      label: entry >>> 12,
      tc: (entry >>> 9) & 7,
      bottom: (entry & 0x100) !== 0,
      ttl: entry & 0xff,
    });
  }
  return labels;
}
