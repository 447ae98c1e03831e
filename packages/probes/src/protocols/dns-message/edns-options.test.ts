import { expect, test } from 'vitest';
import { decodeMessage } from './decode.ts';
import { extendedErrorsOf, serverOptionsOf } from './edns-options.ts';
import { hexBytes, joinBytes, uint16s, wireMessage } from './testing/wire-messages.ts';

const option = (code: number, octets: Uint8Array) => joinBytes(uint16s(code, octets.length), octets);
const text = (words: string) => new TextEncoder().encode(words);

/** A decoded message that has these options. */
function withOptions(...options: readonly Uint8Array[]) {
  const rdata = joinBytes(...options);
  return decodeMessage(wireMessage({ additionals: [{ type: 41, class: 1232, ttl: 0, rdata }] }), {
    keepEdns: true,
  });
}

test('reads extended errors with and without text', () => {
  const message = withOptions(
    option(15, joinBytes(uint16s(7), text('signature expired\0'))),
    option(15, uint16s(6)),
    option(15, joinBytes(uint16s(49_152), text(''))),
  );
  expect(extendedErrorsOf(message)).toEqual([
    { code: 7, text: 'signature expired' },
    { code: 6, text: null },
    { code: 49_152, text: null },
  ]);
});

test('removes control and direction characters from untrusted text, and shortens it', () => {
  const hostile = joinBytes(uint16s(15), text(`a\u001b[31mb\u202ec\r\nd${'x'.repeat(5000)}`), hexBytes('ff'));
  const [error] = extendedErrorsOf(withOptions(option(15, hostile)));
  expect(error?.text?.startsWith('a [31mb c d')).toBe(true);
  expect(error?.text).toHaveLength(400);
});

test('ignores an extended error without a complete code', () => {
  expect(extendedErrorsOf(withOptions(option(15, hexBytes('00'))))).toEqual([]);
});

test('reads the server’s options', () => {
  const message = withOptions(
    option(3, text('ns1.example')),
    option(10, hexBytes('0102030405060708 1112131415161718')),
    option(9, hexBytes('00127500')),
  );
  expect(serverOptionsOf(message)).toEqual({
    nsid: 'ns1.example',
    serverCookie: '1112131415161718',
    expireSeconds: 1_209_600,
  });
});

test('shows an identifier that is not text in hex', () => {
  expect(serverOptionsOf(withOptions(option(3, hexBytes('c0ff01')))).nsid).toBe('C0FF01');
});

test('ignores options of the wrong length', () => {
  const message = withOptions(
    option(3, hexBytes('')),
    option(10, hexBytes('0102030405060708')),
    option(9, hexBytes('01')),
  );
  expect(serverOptionsOf(message)).toEqual({ nsid: null, serverCookie: null, expireSeconds: null });
});

test('reads nothing without an OPT record', () => {
  const message = decodeMessage(wireMessage({}), { keepEdns: true });
  expect([message.edns, extendedErrorsOf(message)]).toEqual([null, []]);
});
