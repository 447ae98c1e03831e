/**
 * The bytes are not a DNS message, or the name is not a DNS name: the only error that this folder throws. `isCut` is true
 * if the message ends early, as truncated replies (TC flag) do.
 */
export class DnsFormatError extends Error {
  override readonly name = 'DnsFormatError';
  readonly isCut: boolean;

  constructor(message: string, options: { isCut?: boolean } = {}) {
    super(message);
    this.isCut = options.isCut ?? false;
  }
}
