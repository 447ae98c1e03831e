import { expect, test } from 'vitest';
import { versions } from '../registries/versions.ts';
import { TlsFormatError } from '../tls-format-error.ts';
import { type ClientHello, encodeClientHello } from './client-hello.ts';
import { decodeClientHello } from './read-client-hello.ts';

const random = new Uint8Array(32).fill(7);
const RECORD_AND_MESSAGE_HEADER = 9;

const bodyOf = (hello: Partial<ClientHello>) =>
  encodeClientHello({ version: 0x0303, suites: [0xc02f], random, serverName: null, groups: [29], ...hello }).subarray(
    RECORD_AND_MESSAGE_HEADER,
  );

test('reads the output of our own encoder', () => {
  const hello = decodeClientHello(bodyOf({ suites: [0xc030, 0xc02f], serverName: 'example.com', groups: [29, 23] }));
  expect(hello).toMatchObject({ versions: [versions['TLSv1.2']], groups: [29, 23], serverName: 'example.com' });
  expect(hello.suites).toEqual(expect.arrayContaining([0xc030, 0xc02f]));
  expect(decodeClientHello(bodyOf({})).serverName).toBeNull();
});

test('rejects a hello that is shorter than it announces', () => {
  const body = bodyOf({});
  expect(() => decodeClientHello(body.subarray(0, body.length - 1))).toThrow(TlsFormatError);
  expect(() => decodeClientHello(new Uint8Array())).toThrow(TlsFormatError);
});
