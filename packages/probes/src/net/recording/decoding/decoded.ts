// decoding/: what recorded octets say, for each protocol that has a decoder.
import type { DecodedMessage } from '@sonde/contract/evidence/evidence';
import type { ExchangeStart } from '../wire-tap.ts';
import type { DecodablePiece } from './decodable-piece.ts';
import { decodedDns } from './decoded-dns.ts';
import { decodedEchoes } from './decoded-echoes.ts';
import { decodedTls } from './decoded-tls.ts';

/** Decodes the octets of an exchange, if there is a decoder for its protocol. Unreadable parts are omitted. */
export function decodedOf(
  { service, transport, within }: Pick<ExchangeStart, 'service' | 'transport' | 'within'>,
  pieces: readonly DecodablePiece[],
): DecodedMessage[] {
  const isPlaintext = within !== undefined;
  if (service === 'dns') {
    const isStream = transport === 'tcp' && !isPlaintext;
    return isStream && isTls(pieces) ? decodedTls(pieces) : decodedDns(pieces, isStream);
  }
  if (transport === 'icmp') return decodedEchoes(pieces);
  if (transport === 'tcp' && !isPlaintext) return decodedTls(pieces);
  return [];
}

/** Whether the exchange begins with a TLS handshake record (RFC 8446 section 5.1). */
function isTls(pieces: readonly DecodablePiece[]): boolean {
  const [first] = pieces;
  return first?.octets[0] === 22 && first.octets[1] === 3;
}
