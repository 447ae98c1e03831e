import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COOKIE_BYTES,
  checksum,
  decodeEchoReply,
  decodeQuotedRequest,
  encodeEchoRequest,
  withoutIpv4Header,
} from './echo.ts';
import { icmpMeaning } from './meaning-tables.ts';

const families = fc.constantFrom(4 as const, 6 as const);
const short = fc.nat(0xffff);
const cookies = fc.uint8Array({ minLength: COOKIE_BYTES, maxLength: COOKIE_BYTES });

test('reads the id, sequence number and cookie of the request from its reply', () => {
  fc.assert(
    fc.property(families, short, short, cookies, (family, id, seq, cookie) => {
      const request = encodeEchoRequest(family, { id, seq, cookie });
      expect(decodeQuotedRequest(family, request)).toEqual({ id, seq });
      if (family === 4) expect(checksum(request)).toBe(0);
      const reply = Uint8Array.from(request);
      reply[0] = family === 4 ? 0 : 129;
      expect(decodeEchoReply(family, reply)).toEqual({ id, seq, cookie });
    }),
  );
});

test('reads or ignores any bytes', () => {
  fc.assert(
    fc.property(families, fc.uint8Array({ maxLength: 200 }), (family, bytes) => {
      const reply = decodeEchoReply(family, bytes);
      if (reply !== null) expect(reply.cookie).toHaveLength(COOKIE_BYTES);
      decodeQuotedRequest(family, bytes);
      expect(withoutIpv4Header(bytes)?.length ?? 0).toBeLessThanOrEqual(bytes.length);
      const meaning = icmpMeaning(family, bytes[0] ?? 0, bytes[1] ?? 0);
      if (meaning !== null) expect(meaning).toMatch(/^[A-Z][ a-zA-Z]+$/);
    }),
  );
});
