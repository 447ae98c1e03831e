/** Bytes that are not a MaxMind DB, or a part of one that is damaged. */
export class MmdbFormatError extends Error {
  override readonly name = 'MmdbFormatError';
}
