import type { DecodedMessage } from '@sonde/contract/evidence/evidence';
import type { DecodablePiece } from './decodable-piece.ts';

/** Message types of ICMP and ICMPv6 (RFC 792, RFC 4443 section 4). */
const names: Readonly<Record<number, string>> = {
  8: 'Echo request',
  0: 'Echo reply',
  128: 'Echo request',
  129: 'Echo reply',
};
const SEQUENCE_AT = 6;

/** Decodes the echo requests and replies of a ping. */
export function decodedEchoes(pieces: readonly DecodablePiece[]): DecodedMessage[] {
  return pieces.flatMap(({ direction, octets }) => {
    const name = names[octets[0] ?? -1];
    if (name === undefined || octets.length < SEQUENCE_AT + 2) return [];
    const sequence = (octets[SEQUENCE_AT] ?? 0) * 256 + (octets[SEQUENCE_AT + 1] ?? 0);
    return [{ direction, title: name, lines: [`sequence number ${sequence}`, `${octets.length} octets of ICMP`] }];
  });
}
