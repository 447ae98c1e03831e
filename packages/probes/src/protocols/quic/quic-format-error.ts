/** The bytes are not valid QUIC, or exceed a limit: the only error that this folder throws. */
export class QuicFormatError extends Error {
  override readonly name = 'QuicFormatError';
  readonly reason: 'invalid' | 'too-large';

  constructor(message: string, reason: QuicFormatError['reason'] = 'invalid') {
    super(message);
    this.reason = reason;
  }
}
