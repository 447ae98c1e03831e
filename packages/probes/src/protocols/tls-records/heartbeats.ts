import { join } from './writer.ts';

/** HeartbeatMessage (RFC 6520 section 4): a type, the payload's length, the payload, and padding up to the record's end. */
const HEADER = 3;
const TYPE_UNKNOWN = null;

/**
 * Gives the type of the heartbeat message that each record belongs to. A message may be longer than a record: an echo of
 * the largest payload comes in two, and the second begins with octets of the payload.
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
