import { join } from '../octets.ts';
import { limits } from './records.ts';
import { TlsFormatError } from './tls-format-error.ts';

/** Handshake types (RFC 8446 appendix B.3). */
export const messageTypes = {
  helloRequest: 0,
  serverHello: 2,
  newSessionTicket: 4,
  encryptedExtensions: 8,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateVerify: 15,
  clientKeyExchange: 16,
  finished: 20,
  certificateStatus: 22,
  compressedCertificate: 25,
} as const;

export interface HandshakeMessage {
  readonly type: number;
  readonly body: Uint8Array;
  /** The whole message with its header, for the transcript. */
  readonly bytes: Uint8Array;
}

const MESSAGE_HEADER = 4;

/**
 * Reassembles handshake messages from record payloads: a message may span records, and a record may hold several.
 * `push` throws TlsFormatError when number or size of messages exceed the limits.
 */
export function createMessageReader(): { push(payload: Uint8Array): HandshakeMessage[] } {
  let pending: Uint8Array[] = [];
  let pendingLength = 0;
  let count = 0;
  return {
    push(payload) {
      pending.push(payload);
      pendingLength += payload.length;
      const found: HandshakeMessage[] = [];
      if (pendingLength < neededLength(pending)) return found;
      let bytes = join(...pending);
      for (let needed = neededLength([bytes]); bytes.length >= needed; needed = neededLength([bytes])) {
        count += 1;
        if (count > limits.messages) throw new TlsFormatError(`more than ${limits.messages} messages`, 'too-large');
        found.push({
          type: bytes[0] ?? 0,
          body: bytes.subarray(MESSAGE_HEADER, needed),
          bytes: bytes.subarray(0, needed),
        });
        bytes = bytes.subarray(needed);
      }
      pending = bytes.length > 0 ? [bytes] : [];
      pendingLength = bytes.length;
      return found;
    },
  };
}

/** Length of the first message including its header; unknown while the header is incomplete. */
function neededLength(parts: readonly Uint8Array[]): number {
  const header: number[] = [];
  for (const part of parts) {
    if (header.length >= MESSAGE_HEADER) break;
    header.push(...part.subarray(0, MESSAGE_HEADER - header.length));
  }
  const [, high, middle, low] = header;
  if (high === undefined || middle === undefined || low === undefined) return MESSAGE_HEADER;
  const length = high * 65_536 + middle * 256 + low;
  if (length > limits.bytes) throw new TlsFormatError('a message larger than the limit', 'too-large');
  return MESSAGE_HEADER + length;
}
