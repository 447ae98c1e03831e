/**
 * The bytes are not valid TLS, or a value cannot be encoded: the only error that this folder throws. `reason` is `not-tls` when
 * there is not even a TLS record, `too-large` when the peer exceeds the limits, else `invalid-response`.
 */
export class TlsFormatError extends Error {
  override readonly name = 'TlsFormatError';
  readonly reason: 'not-tls' | 'too-large' | 'invalid-response';

  constructor(message: string, reason: TlsFormatError['reason'] = 'invalid-response') {
    super(message);
    this.reason = reason;
  }
}
