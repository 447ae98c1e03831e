import { join } from '../octets.ts';
import { QuicFormatError } from './quic-format-error.ts';

/** Puts the octets of CRYPTO frames in order (RFC 9000 section 19.6). */
export interface CryptoStream {
  /**
   * The octets that can be read now, in order; empty while earlier ones are missing.
   * @throws QuicFormatError `too-large` for octets beyond the limit
   */
  push(offset: number, data: Uint8Array): Uint8Array;
}

const nothing = new Uint8Array();
/** As many as a flight of the largest size has datagrams; each is looked at again and again. */
const MAX_PIECES = 256;

/** `limit`: octets of the whole stream. Memory grows only with what has arrived, whatever the offset. */
export function createCryptoStream(limit: number): CryptoStream {
  const pieces = new Map<number, Uint8Array>();
  let readTo = 0;
  let kept = 0;
  const keep = (offset: number, data: Uint8Array) => {
    const known = pieces.get(offset);
    if (known !== undefined && known.length >= data.length) return;
    kept += data.length - (known?.length ?? 0);
    // Pieces that overlap could be many times as long as the stream.
    if (kept > limit || pieces.size >= MAX_PIECES)
      throw new QuicFormatError(`too many pieces out of order`, 'too-large');
    pieces.set(offset, data);
  };
  const readable = (): Uint8Array[] => {
    const found: Uint8Array[] = [];
    for (let isFound = true; isFound; ) {
      isFound = false;
      for (const [offset, data] of pieces) {
        if (offset > readTo) continue;
        pieces.delete(offset);
        kept -= data.length;
        const fresh = data.subarray(readTo - offset);
        if (fresh.length === 0) continue;
        found.push(fresh);
        readTo += fresh.length;
        isFound = true;
      }
    }
    return found;
  };
  return {
    push(offset, data) {
      if (offset + data.length > limit) throw new QuicFormatError(`more than ${limit} octets of messages`, 'too-large');
      if (offset + data.length <= readTo) return nothing;
      keep(offset, data);
      if (offset > readTo) return nothing;
      return join(...readable());
    },
  };
}
