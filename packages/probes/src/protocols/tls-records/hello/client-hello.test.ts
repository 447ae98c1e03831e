import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { octetsLeft, readerOf, readOctets, readUint, readVector } from '../reader.ts';
import { groupsBefore13, groupsOf13 } from '../registries/groups.ts';
import { bytesHex } from '../testing/record-bytes.ts';
import { TlsFormatError } from '../tls-format-error.ts';
import { type ClientHello, encodeClientHello } from './client-hello.ts';
import { signatureAlgorithms } from './extensions.ts';

const random = new Uint8Array(32).fill(7);

function encode(hello: Partial<ClientHello>): Uint8Array {
  return encodeClientHello({ version: 0x0303, suites: [0xc02f], random, serverName: null, groups: [29], ...hello });
}

/** Parses a hello strictly by RFC 5246 section 7.4.1.2. */
function read(bytes: Uint8Array) {
  const record = readerOf(bytes);
  const recordType = readUint(record, 1);
  const recordVersion = readUint(record, 2);
  const message = readVector(record, 2);
  expect(octetsLeft(record)).toBe(0);
  const header = readerOf(message);
  expect(readUint(header, 1)).toBe(1);
  const reader = readerOf(readVector(header, 3));
  const version = readUint(reader, 2);
  readOctets(reader, 32);
  const sessionId = readVector(reader, 1);
  const suites = bytesHex(readVector(reader, 2));
  const compressions = [...readVector(reader, 1)];
  const extensions = new Map<number, string>();
  if (octetsLeft(reader) > 0) {
    const list = readerOf(readVector(reader, 2));
    while (octetsLeft(list) > 0) extensions.set(readUint(list, 2), bytesHex(readVector(list, 2)));
  }
  expect(octetsLeft(reader)).toBe(0);
  return {
    recordType,
    recordVersion,
    version,
    messageLength: message.length,
    sessionId,
    suites,
    compressions,
    extensions,
  };
}

test.each([
  [0x0300, 0x0300, 0x0300],
  [0x0301, 0x0301, 0x0301],
  [0x0302, 0x0301, 0x0302],
  [0x0303, 0x0301, 0x0303],
  [0x0304, 0x0301, 0x0303],
])('a hello of %i has a record of %i and the version %i', (version, recordVersion, written) => {
  expect(read(encode({ version }))).toMatchObject({ recordType: 22, recordVersion, version: written });
});

test('SSLv3 has no extensions, and signals RFC 5746 by a suite', () => {
  const { extensions, suites } = read(encode({ version: 0x0300, serverName: 'example.com', withStatus: true }));
  expect([...extensions]).toEqual([]);
  expect(suites).toBe('c02f00ff');
});

test('sends a name, but not an address', () => {
  expect(read(encode({ serverName: 'example.com' })).extensions.get(0)).toBe(
    `000e00000b${bytesHex(new TextEncoder().encode('example.com'))}`,
  );
  expect(read(encode({ serverName: null })).extensions.has(0)).toBe(false);
});

test('offers at least 24 signature algorithms and every curve, from binary ones to brainpool', () => {
  const { extensions } = read(encode({ groups: groupsBefore13 }));
  expect((extensions.get(13)?.length ?? 0) / 4 - 1).toBeGreaterThanOrEqual(24);
  expect(new Set(signatureAlgorithms).size).toBe(signatureAlgorithms.length);
  for (let curve = 1; curve <= 30; curve += 1) expect(groupsBefore13).toContain(curve);
});

test('TLS 1.3 has only its own version, no key share unless given, a session id, no compression', () => {
  const hello = read(encode({ version: 0x0304, suites: [0x1301], groups: groupsOf13, withCompression: true }));
  expect(hello.extensions.get(43)).toBe('020304');
  expect(hello.extensions.get(51)).toBe('0000');
  expect(hello.sessionId).toHaveLength(32);
  expect(hello.compressions).toEqual([0]);
  expect(hello.suites).toBe('1301');
  const keyShares = [{ group: 29, key: Uint8Array.of(1, 2) }];
  expect(read(encode({ version: 0x0304, keyShares })).extensions.get(51)).toBe('0006001d00020102');
});

test('contains what was requested, and nothing else', () => {
  const plain = read(encode({}));
  for (const number of [5, 15, 16, 18]) expect(plain.extensions.has(number)).toBe(false);
  expect(plain.compressions).toEqual([0]);
  const all = read(encode({ withStatus: true, withHeartbeat: true, withCompression: true, alpn: ['h2', 'http/1.1'] }));
  expect(all.compressions).toEqual([1, 0]);
  expect(all.extensions.get(5)).toBe('0100000000');
  expect(all.extensions.get(18)).toBe('');
  expect(all.extensions.get(15)).toBe('01');
  expect(all.extensions.get(16)).toBe('000c02683208687474702f312e31');
});

describe('lengths on which servers fail', () => {
  const isHanging = (messageLength: number) => {
    if (messageLength >= 256 && messageLength <= 511) return true;
    return [messageLength - 4, messageLength, messageLength + 5].some((length) => [10, 14].includes(length % 256));
  };

  test('are never sent, whatever is offered', () => {
    const helloes = fc.record({
      version: fc.constantFrom(0x0301, 0x0302, 0x0303, 0x0304),
      suites: fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 1, maxLength: 400 }),
      groups: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 }),
      serverName: fc.option(fc.stringMatching(/^[a-z]{1,63}(\.[a-z]{1,63}){0,2}$/)),
      withStatus: fc.boolean(),
    });
    fc.assert(
      fc.property(helloes, (hello) => {
        const { messageLength, extensions } = read(encode(hello));
        expect(isHanging(messageLength)).toBe(false);
        // WebSphere refuses a hello whose last extension is empty.
        expect([...extensions.values()].at(-1)).not.toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  test('adds no padding to a hello that is short or long enough', () => {
    expect(read(encode({ version: 0x0301 })).extensions.has(21)).toBe(false);
    const suites = Array.from({ length: 300 }, (_, place) => place + 1);
    expect(read(encode({ suites })).extensions.has(21)).toBe(false);
  });
});

test('rejects what does not fit into a record', () => {
  const suites = Array.from({ length: 9000 }, (_, place) => place);
  expect(() => encode({ suites })).toThrow(TlsFormatError);
});
