/** A piece of an exchange, as input of the decoders. */
export interface DecodablePiece {
  readonly direction: 'out' | 'in';
  readonly octets: Uint8Array;
}
