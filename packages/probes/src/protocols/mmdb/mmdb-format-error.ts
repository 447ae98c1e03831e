/** Bytes that are no MaxMind DB, or a part of one that is damaged. */
export class MmdbFormatError extends Error {
  override readonly name = 'MmdbFormatError';
}
