/** A DNS message with the two-octet length field that TCP requires (RFC 1035 section 4.2.2). */
export function withLength(message: Uint8Array): Uint8Array {
  return Uint8Array.from([message.length >> 8, message.length & 0xff, ...message]);
}

const LENGTH_OCTETS = 2;

/**
 * The messages of a connection until it ends; an incomplete last message is left out. Every octet is copied once, however
 * small the received pieces are.
 */
export async function* messagesOf(read: () => Promise<Uint8Array | null>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let octets = 0;
  for (let piece = await read(); piece !== null; piece = await read()) {
    pieces.push(piece);
    octets += piece.length;
    const [first] = pieces;
    // The length field itself may be split.
    if (first !== undefined && first.length < LENGTH_OCTETS) pieces = [Buffer.concat(pieces)];
    if (octets < LENGTH_OCTETS || octets < endOfFirst(pieces)) continue;
    const bytes = Buffer.concat(pieces);
    let start = 0;
    while (bytes.length - start >= LENGTH_OCTETS) {
      const end = start + LENGTH_OCTETS + bytes.readUInt16BE(start);
      if (end > bytes.length) break;
      yield bytes.subarray(start + LENGTH_OCTETS, end);
      start = end;
    }
    pieces = start < bytes.length ? [bytes.subarray(start)] : [];
    octets = bytes.length - start;
  }
}

/** Where the first message ends; its length is in the first piece. */
function endOfFirst([first]: readonly Uint8Array[]): number {
  return LENGTH_OCTETS + ((first?.[0] ?? 0) << 8) + (first?.[1] ?? 0);
}
