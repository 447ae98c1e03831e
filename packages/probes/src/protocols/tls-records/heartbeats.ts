import { join } from '../octets.ts';

/** Header of a HeartbeatMessage (RFC 6520 section 4): type and payload length; payload and padding follow. */
const HEADER = 3;
const TYPE_UNKNOWN = null;

/**
 * Finds the type of the heartbeat message that each record belongs to. A message may be longer than a record: an echo of the
 * largest payload takes two, and the second one begins in the middle of the payload.
 */
export function createHeartbeatReader(): { push(payload: Uint8Array): number | null } {
  let begun: Uint8Array = new Uint8Array();
  return {
    push(payload) {
      begun = join(begun, payload);
      const [type = TYPE_UNKNOWN, high, low] = begun;
      const isWhole = high !== undefined && low !== undefined && begun.length >= HEADER + high * 256 + low;
      if (isWhole) begun = new Uint8Array();
      return type;
    },
  };
}
