/**
 * The bytes are no DNS message, or the name is no DNS name: the only error this folder throws. `isCut` is true when the
 * message ends before the thing it announced, which is what a truncated reply (TC flag) looks like.
 */
export class DnsFormatError extends Error {
  override readonly name = 'DnsFormatError';
  readonly isCut: boolean;

  constructor(message: string, options: { isCut?: boolean } = {}) {
    super(message);
    this.isCut = options.isCut ?? false;
  }
}
