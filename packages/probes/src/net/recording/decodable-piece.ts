/** A piece of an exchange for the decoders. */
export interface DecodablePiece {
  readonly direction: 'out' | 'in';
  readonly octets: Uint8Array;
}
