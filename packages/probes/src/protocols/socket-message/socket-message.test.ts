import { describe, expect, test } from 'vitest';
import { readControlMessages } from './control-messages.ts';
import { decodeSocketAddress, encodeSocketAddress } from './socket-address.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));

const time = '2000000000000000 01000000 23000000 00f1536500000000 15cd5b0700000000';
const ttl4 = '1400000000000000 00000000 02000000 3e000000 00000000';
const ttl6 = '1400000000000000 29000000 34000000 40000000 00000000';
/** Host unreachable (3, 1), EHOSTUNREACH, sent by 45.90.4.2. */
const error4 =
  '3000000000000000 00000000 0b000000 71000000 02 03 01 00 00000000 00000000 0200 0000 2d5a0402 0000000000000000';
/** Address unreachable (1, 3), sent by 2a0e:97c0:4::2. */
const error6 = `3c00000000000000 29000000 19000000 71000000 03 01 03 00 00000000 00000000
  0a00 0000 00000000 2a0e97c0000400000000000000000002 00000000 00000000`;

describe('control messages as Linux writes them', () => {
  test('have timestamp and TTL', () => {
    expect(readControlMessages(bytes(time + ttl4))).toEqual({
      receivedAt: { seconds: 1_700_000_000, nanoseconds: 123_456_789 },
      ttl: 62,
      error: null,
    });
    expect(readControlMessages(bytes(ttl6))).toEqual({ receivedAt: null, ttl: 64, error: null });
  });

  test('have errors with their sender', () => {
    expect(readControlMessages(bytes(ttl4 + error4)).error).toEqual({
      errno: 113,
      isIcmp: true,
      type: 3,
      code: 1,
      offender: bytes('2d5a0402'),
      info: 0,
      extensionsAt: null,
    });
    expect(readControlMessages(bytes(error6)).error).toMatchObject({
      isIcmp: true,
      type: 1,
      code: 3,
      offender: bytes('2a0e97c0000400000000000000000002'),
    });
  });

  test('have the next link’s MTU, and the offset of extensions unless the kernel found them damaged', () => {
    const with4 = (info: string, data: string) =>
      bytes(error4.replace('00000000 00000000 0200', `${info} ${data} 0200`));
    expect(readControlMessages(with4('78050000', '00000000')).error).toMatchObject({ info: 1400, extensionsAt: null });
    expect(readControlMessages(with4('00000000', '6c000000')).error).toMatchObject({ extensionsAt: 108 });
    expect(readControlMessages(with4('00000000', '6c000100')).error).toMatchObject({ extensionsAt: null });
  });

  test('have no sender for an error of this machine itself', () => {
    const local = error4.replace('71000000 02', '5a000000 01').replace('0200 0000', '0000 0000');
    expect(readControlMessages(bytes(local)).error).toMatchObject({ errno: 90, isIcmp: false, offender: null });
  });

  test('are skipped if truncated or unknown', () => {
    const nothing = { receivedAt: null, ttl: null, error: null };
    for (const hex of [
      '',
      '1400',
      time.slice(0, 60),
      '0000000000000000 00000000 02000000',
      'ff00000000000000 00000000 02000000',
    ])
      expect(readControlMessages(bytes(hex))).toEqual(nothing);
    expect(readControlMessages(bytes(`1400000000000000 63000000 02000000 3e000000 00000000${ttl6}`)).ttl).toBe(64);
  });
});

test('encodes the port in network order', () => {
  expect([...encodeSocketAddress(bytes('2d5a0402'), 33_434)]).toEqual([
    2,
    0,
    0x82,
    0x9a,
    0x2d,
    0x5a,
    4,
    2,
    ...Array(8).fill(0),
  ]);
});

test.each(['2d5a0402', '2a0e97c0000400000000000000000002'])('encodes and decodes the address %s', (hex) => {
  const encoded = encodeSocketAddress(bytes(hex));
  expect(encoded).toHaveLength(hex.length === 8 ? 16 : 28);
  expect(decodeSocketAddress(encoded)).toEqual(bytes(hex));
  expect(decodeSocketAddress(encoded.subarray(0, 4))).toBeNull();
});
