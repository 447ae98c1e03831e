import type { DecodedMessage } from '@sonde/contract/evidence/evidence';
import type { DecodablePiece } from './decodable-piece.ts';
import { decodedDns } from './decoded-dns.ts';
import { decodedEchoes } from './decoded-echoes.ts';
import { decodedTls } from './decoded-tls.ts';
import type { ExchangeStart } from './wire-tap.ts';

/** What the octets of an exchange say, where there is a decoder for them; what cannot be read is left out. */
export function decodedOf(
  { service, transport, isPlaintext }: Pick<ExchangeStart, 'service' | 'transport'> & { readonly isPlaintext: boolean },
  pieces: readonly DecodablePiece[],
): DecodedMessage[] {
  if (service === 'dns') {
    const isStream = transport === 'tcp' && !isPlaintext;
    return isStream && isTls(pieces) ? decodedTls(pieces) : decodedDns(pieces, isStream);
  }
  if (transport === 'icmp') return decodedEchoes(pieces);
  if (transport === 'tcp' && !isPlaintext) return decodedTls(pieces);
  return [];
}

/** A handshake record of TLS comes first (RFC 8446 section 5.1). */
function isTls(pieces: readonly DecodablePiece[]): boolean {
  const [first] = pieces;
  return first?.octets[0] === 22 && first.octets[1] === 3;
}
