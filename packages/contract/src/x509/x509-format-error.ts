/** The octets are not valid DER, or not the structure that was expected. */
export class X509FormatError extends Error {
  override readonly name = 'X509FormatError';
}
