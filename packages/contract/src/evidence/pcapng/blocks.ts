// pcapng/: capture files in a format that other programs read (draft-ietf-opsawg-pcapng).

/** Block types (draft-ietf-opsawg-pcapng section 11.1). */
const SECTION_HEADER = 0x0a0d0d0a;
const INTERFACE_DESCRIPTION = 1;
const ENHANCED_PACKET = 6;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const ALIGNMENT = 4;
/** The block type, and the length at both ends. */
const FRAME_BYTES = 12;
/** Packets begin with the IPv4 or IPv6 header (LINKTYPE_RAW in the registry of link types). */
export const LINKTYPE_RAW = 101;

/** Option codes (sections 3.5, 4.1, 4.2). */
export const options = { comment: 1, userApplication: 4, interfaceName: 2, interfaceDescription: 3 } as const;
type OptionCode = (typeof options)[keyof typeof options];

export interface BlockOption {
  readonly code: OptionCode;
  readonly text: string;
}

/** A section of unknown length with little-endian numbers. */
export function sectionHeader(told: readonly BlockOption[]): Uint8Array {
  const body = new Uint8Array(16);
  const view = new DataView(body.buffer);
  view.setUint32(0, BYTE_ORDER_MAGIC, true);
  view.setUint16(4, 1, true);
  view.setBigInt64(8, -1n, true);
  return block(SECTION_HEADER, body, told);
}

/** The only interface. Timestamps are in microseconds, the default; packets are not truncated. */
export function interfaceDescription(told: readonly BlockOption[]): Uint8Array {
  const body = new Uint8Array(8);
  new DataView(body.buffer).setUint16(0, LINKTYPE_RAW, true);
  return block(INTERFACE_DESCRIPTION, body, told);
}

/** A packet; `atUs` is in microseconds since 1970. */
export function enhancedPacket(atUs: number, packet: Uint8Array, comment: string): Uint8Array {
  const body = new Uint8Array(20 + aligned(packet.length));
  const view = new DataView(body.buffer);
  view.setUint32(4, Math.floor(atUs / 2 ** 32), true);
  view.setUint32(8, atUs % 2 ** 32, true);
  view.setUint32(12, packet.length, true);
  view.setUint32(16, packet.length, true);
  body.set(packet, 20);
  return block(ENHANCED_PACKET, body, [{ code: options.comment, text: comment }]);
}

function block(type: number, body: Uint8Array, told: readonly BlockOption[]): Uint8Array {
  const encoded = encodeOptions(told);
  const length = FRAME_BYTES + body.length + encoded.length;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, length, true);
  bytes.set(body, 8);
  bytes.set(encoded, 8 + body.length);
  view.setUint32(length - 4, length, true);
  return bytes;
}

/** Each option is code, length and text, padded to four octets; an empty option ends the list. */
function encodeOptions(told: readonly BlockOption[]): Uint8Array {
  const encoded = told.map(({ code, text }) => {
    const value = utf8(text).subarray(0, 0xffff);
    const bytes = new Uint8Array(4 + aligned(value.length));
    const view = new DataView(bytes.buffer);
    view.setUint16(0, code, true);
    view.setUint16(2, value.length, true);
    bytes.set(value, 4);
    return bytes;
  });
  return told.length === 0 ? new Uint8Array() : joined([...encoded, new Uint8Array(4)]);
}

/** UTF-8 by `encodeURIComponent`, the only encoder that all runtimes of this package share. */
function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text);
  return Uint8Array.from(escaped.match(/%..|./g) ?? [], (one) =>
    one.length === 3 ? Number.parseInt(one.slice(1), 16) : one.charCodeAt(0),
  );
}

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
