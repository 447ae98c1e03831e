import { describe, expect, test } from 'vitest';
import { decodeSslv2ServerHello, encodeSslv2ClientHello, sslv2SuiteNames } from './sslv2.ts';
import { bytesHex } from './testing/record-bytes.ts';
import { TlsFormatError } from './tls-format-error.ts';

/** A SERVER-HELLO with a certificate of three octets. */
function serverHello(specs: readonly number[], version = 2): Uint8Array {
  const body = [4, 0, 1, version >> 8, version & 255, 0, 3, 0, specs.length, 0, 16, 48, 49, 50, ...specs];
  return Uint8Array.from([0x80, body.length + 16, ...body, ...new Array<number>(16).fill(9)]);
}

test('encodes a hello that offers every suite', () => {
  const hello = encodeSslv2ClientHello(new Uint8Array(16).fill(7));
  expect(bytesHex(hello.subarray(0, 11))).toBe(`80${(hello.length - 2).toString(16)}010002002100000010`);
  expect(sslv2SuiteNames).toHaveLength(11);
  expect(bytesHex(hello.subarray(-16))).toBe('07'.repeat(16));
});

test('reads all suites of the server from one reply', () => {
  expect(decodeSslv2ServerHello(serverHello([1, 0, 128, 7, 0, 192]))).toEqual({
    certificate: Uint8Array.of(48, 49, 50),
    suites: ['SSL_CK_RC4_128_WITH_MD5', 'SSL_CK_DES_192_EDE3_CBC_WITH_MD5'],
  });
});

test('treats an empty list as an answer: SSLv2 is enabled', () => {
  expect(decodeSslv2ServerHello(serverHello([]))?.suites).toEqual([]);
});

test('leaves out SSLv3 suites, repeated and unknown ones', () => {
  expect(decodeSslv2ServerHello(serverHello([0, 0, 53, 1, 0, 128, 1, 0, 128, 9, 9, 9]))?.suites).toEqual([
    'SSL_CK_RC4_128_WITH_MD5',
  ]);
});

test('reads a fragmented reply', () => {
  const whole = serverHello([1, 0, 128]);
  for (let length = 0; length < whole.length; length += 1) {
    expect(decodeSslv2ServerHello(whole.subarray(0, length))).toBeNull();
  }
  expect(decodeSslv2ServerHello(whole)).not.toBeNull();
});

describe('rejects anything else', () => {
  test.each([
    ['a TLS alert', Uint8Array.of(21, 3, 1, 0, 2, 2, 70)],
    ['an error of SSLv2', Uint8Array.of(0x80, 3, 0, 0, 1)],
    ['another message', Uint8Array.of(0x80, 40, 2)],
    ['another version', serverHello([1, 0, 128], 0x0301)],
    ['lengths that point outside', Uint8Array.from([0x80, 11, 4, 0, 1, 0, 2, 0xff, 0xff, 0, 3, 0, 16])],
  ])('%s', (_what, bytes) => {
    expect(() => decodeSslv2ServerHello(bytes)).toThrow(TlsFormatError);
  });
});
