import { TlsFormatError } from '../../../protocols/tls-records/tls-format-error.ts';

/** Converts any error about the peer's bytes. @throws TlsFormatError */
export function orFormatError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new TlsFormatError(error instanceof Error ? error.message : 'the key or the record is not valid');
  }
}
