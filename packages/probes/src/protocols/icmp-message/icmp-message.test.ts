import { describe, expect, test } from 'vitest';
import { checksum, decodeEchoReply, decodeQuotedRequest, encodeEchoRequest, withoutIpv4Header } from './echo.ts';
import { icmpMeaning } from './meaning-tables.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));
const cookie = bytes('0102030405060708');

/** Old routers quote only the first eight bytes of the payload. */
const quotedRequest = bytes('0800 6f46 2a5c 0001 0102030405060708');

describe('requests', () => {
  test('have the header of RFC 792, the cookie and 56 bytes of payload', () => {
    const request = encodeEchoRequest(4, { id: 0x2a5c, seq: 1, cookie });
    expect(request).toHaveLength(64);
    expect([...request.subarray(0, 2), ...request.subarray(4, 16)]).toEqual([8, 0, 0x2a, 0x5c, 0, 1, ...cookie]);
    expect(checksum(request)).toBe(0);
  });

  test('for IPv6 leave the checksum to the kernel', () => {
    const request = encodeEchoRequest(6, { id: 1, seq: 0xffff, cookie });
    expect([...request.subarray(0, 8)]).toEqual([128, 0, 0, 0, 0, 1, 0xff, 0xff]);
  });

  test('are recognized in the quotation of an ICMP error', () => {
    expect(decodeQuotedRequest(4, quotedRequest.subarray(0, 8))).toEqual({ id: 0x2a5c, seq: 1 });
    expect(decodeQuotedRequest(4, quotedRequest.subarray(0, 7))).toBeNull();
    expect(decodeQuotedRequest(6, quotedRequest)).toBeNull();
  });
});

test('computes the checksum of RFC 1071, also for an odd number of bytes', () => {
  // RFC 1071 section 3
  expect(checksum(bytes('0001f203f4f5f6f7'))).toBe(0x220d);
  expect(checksum(bytes('0001f203f4f5f6'))).toBe(0x2304);
  expect(checksum(new Uint8Array())).toBe(0xffff);
});

describe('replies', () => {
  test.each([
    [4, '0000 0000 0007 0002 0102030405060708 ff'],
    [6, '8100 0000 0007 0002 0102030405060708'],
  ] as const)('of IPv%i', (family, hex) => {
    expect(decodeEchoReply(family, bytes(hex))).toEqual({ id: 7, seq: 2, cookie });
  });

  test.each([
    ['a request', '0800 0000 0007 0002 0102030405060708'],
    ['another family', '8100 0000 0007 0002 0102030405060708'],
    ['a code that replies never have', '0001 0000 0007 0002 0102030405060708'],
    ['without a complete cookie', '0000 0000 0007 0002 01020304050607'],
    ['nothing', ''],
  ])('%s is not one', (_, hex) => {
    expect(decodeEchoReply(4, bytes(hex))).toBeNull();
  });
});

test('removes the IPv4 header that raw sockets deliver, with or without options', () => {
  const plain = '45000000000000003e01000001020304 05060708';
  const options = `46${plain.slice(2)}94040000`;
  for (const header of [plain, options]) expect(withoutIpv4Header(bytes(`${header}aabb`))).toEqual(bytes('aabb'));
  for (const hex of ['', '45', '44000000', `60${plain.slice(2)}`, plain.slice(0, 30)])
    expect(withoutIpv4Header(bytes(hex))).toBeNull();
});

test.each([
  [4, 3, 1, 'Host unreachable'],
  [4, 3, 13, 'Administratively prohibited'],
  [4, 3, 99, 'Destination unreachable'],
  [4, 11, 0, 'Time to live exceeded'],
  [4, 4, 0, null],
  [4, 5, 0, null],
  [6, 1, 0, 'No route to destination'],
  [6, 1, 3, 'Address unreachable'],
  [6, 2, 0, 'Packet too big'],
  [6, 3, 0, 'Hop limit exceeded'],
  [6, 129, 0, null],
] as const)('IPv%i type %i code %i means %s', (family, type, code, meaning) => {
  expect(icmpMeaning(family, type, code)).toBe(meaning);
});
