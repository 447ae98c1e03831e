import { createHash } from 'node:crypto';

/** What a server presented about itself in one handshake. */
export interface ServedChain {
  /** DER, in the order sent; null if the certificates could not be read. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  /** Signed certificate timestamps from the handshake, undecoded. */
  readonly timestamps: readonly Uint8Array[];
}

/** A key that is equal for equal certificates in the same order. */
export function chainKeyOf(certificates: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const der of certificates) hash.update(`${der.length} `).update(der);
  return hash.digest('base64');
}
