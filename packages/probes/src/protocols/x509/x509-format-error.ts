/** Octets that are not what they should be. */
export class X509FormatError extends Error {
  override readonly name = 'X509FormatError';
}
