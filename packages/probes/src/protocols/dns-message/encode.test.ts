import { expect, test } from 'vitest';
import { decodeMessage } from './decode.ts';
import { DnsFormatError } from './dns-format-error.ts';
import { encodeQuery, type Query } from './encode.ts';
import { hexBytes } from './testing/wire-messages.ts';

const query: Query = {
  id: 0xbeef,
  name: 'www.example.com',
  type: 28,
  isRecursionDesired: true,
  isCheckingDisabled: false,
  edns: null,
};
const question = '03777777 076578616D706C65 03636F6D 00 001C 0001';

test('a plain query', () => {
  expect(Uint8Array.from(encodeQuery(query))).toEqual(hexBytes(`BEEF 0100 0001 0000 0000 0000 ${question}`));
});

test('EDNS adds one OPT record of eleven octets', () => {
  const edns = { udpPayloadSizeBytes: 1232, isDnssecOk: true };
  expect(Uint8Array.from(encodeQuery({ ...query, edns, isCheckingDisabled: true }))).toEqual(
    hexBytes(`BEEF 0110 0001 0000 0000 0001 ${question} 00 0029 04D0 0000 8000 0000`),
  );
  expect(
    Uint8Array.from(encodeQuery({ ...query, edns: { ...edns, isDnssecOk: false }, isRecursionDesired: false })),
  ).toEqual(hexBytes(`BEEF 0000 0001 0000 0000 0001 ${question} 00 0029 04D0 0000 0000 0000`));
});

test('an encoded query can be decoded', () => {
  const edns = { udpPayloadSizeBytes: 1232, isDnssecOk: true };
  expect(decodeMessage(encodeQuery({ ...query, name: 'A\\.b.Example.', edns, isCheckingDisabled: true }))).toEqual({
    id: 0xbeef,
    isResponse: false,
    opcode: 0,
    isAuthoritative: false,
    isTruncated: false,
    isRecursionDesired: true,
    isRecursionAvailable: false,
    isAuthenticated: false,
    isCheckingDisabled: true,
    rcode: 0,
    hasEdns: true,
    questions: [{ name: 'A\\.b.Example', type: 28, class: 1 }],
    answers: [],
    authorities: [],
    additionals: [],
  });
});

test('an invalid name is refused', () => {
  expect(() => encodeQuery({ ...query, name: 'a..b' })).toThrow(DnsFormatError);
});
