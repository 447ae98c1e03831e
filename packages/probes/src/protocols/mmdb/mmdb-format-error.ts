/** The bytes are not a MaxMind DB, or are damaged. */
export class MmdbFormatError extends Error {
  override readonly name = 'MmdbFormatError';
}
