/**
 * The bytes are no TLS, or the value cannot be sent as TLS: the only error this folder throws. `reason` is `not_tls` when
 * not even a record was found, `too_large` when the peer sends more than the limits allow, else `invalid_response`.
 */
export class TlsFormatError extends Error {
  override readonly name = 'TlsFormatError';
  readonly reason: 'not_tls' | 'too_large' | 'invalid_response';

  constructor(message: string, reason: TlsFormatError['reason'] = 'invalid_response') {
    super(message);
    this.reason = reason;
  }
}
