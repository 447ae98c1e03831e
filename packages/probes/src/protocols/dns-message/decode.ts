import { DnsFormatError } from './dns-format-error.ts';
import type { DnsMessage } from './message.ts';

/**
 * Reads one message of at most 65535 bytes (without the length prefix of TCP).
 * @throws DnsFormatError for anything that is no well-formed message.
 */
export function decodeMessage(bytes: Uint8Array): DnsMessage {
  throw new DnsFormatError(`no decoder yet for ${bytes.length} bytes`);
}
