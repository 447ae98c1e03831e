import { describe, expect, test } from 'vitest';
import { createFlightReader, type Flight } from './flight.ts';
import { recordTypes } from './records.ts';
import { messageBytes, recordBytes, serverHelloBody } from './testing/record-bytes.ts';
import { TlsFormatError } from './tls-format-error.ts';

const { alert, handshake, changeCipherSpec, applicationData, heartbeat } = recordTypes;

function read(...records: readonly Uint8Array[]): Flight {
  const reader = createFlightReader();
  for (const record of records) reader.push(record);
  return reader.flight;
}

const failure = (...records: readonly Uint8Array[]): unknown => {
  try {
    return read(...records);
  } catch (error) {
    return error instanceof TlsFormatError ? error.reason : error;
  }
};

const helloRecord = (version = 0x0303, suite = 0xc02f) =>
  recordBytes(handshake, messageBytes(2, serverHelloBody(version, suite)));
const certificateRecord = (...sizes: readonly number[]) => {
  const list = sizes.flatMap((size) => [
    size >> 16,
    (size >> 8) & 255,
    size & 255,
    ...new Array<number>(size).fill(48),
  ]);
  return recordBytes(
    handshake,
    messageBytes(11, [list.length >> 16, (list.length >> 8) & 255, list.length & 255, ...list]),
  );
};

describe('alerts', () => {
  test('a fatal alert ends the flight, even if split over records or of an unknown level', () => {
    expect(read(recordBytes(alert, [2, 40])).alert).toBe(40);
    expect(read(recordBytes(alert, [2]), recordBytes(alert, [70])).alert).toBe(70);
    expect(read(recordBytes(alert, [0, 80])).alert).toBe(80);
  });

  test('a warning before the hello does not, as from servers that do not know the name', () => {
    const flight = read(recordBytes(alert, [1, 112]), helloRecord());
    expect(flight.alert).toBeNull();
    expect(flight.serverHello?.suite).toBe(0xc02f);
  });

  test('at most twenty warnings are accepted', () => {
    expect(failure(...Array.from({ length: 20 }, () => recordBytes(alert, [1, 112])), helloRecord())).toMatchObject({
      alert: null,
    });
    expect(failure(...Array.from({ length: 21 }, () => recordBytes(alert, [1, 112])))).toBe('too-large');
  });
});

describe('what is not TLS', () => {
  test.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['SMTP', '220 mail.test ESMTP\r\n'],
    ['IMAP', '* OK ready\r\n'],
  ])('%s is known by its first octet', (_name, text) => {
    expect(failure(new TextEncoder().encode(text))).toBe('not-tls');
  });

  test('a record of unknown version', () => {
    expect(failure(Uint8Array.of(22, 9, 9))).toBe('not-tls');
  });
});

describe('limits', () => {
  test('a record larger than permitted', () => {
    expect(failure(Uint8Array.of(22, 3, 3, 0xff, 0xff))).toBe('invalid-response');
  });

  test('400 kB, 4000 records, 200 messages', () => {
    const large = recordBytes(handshake, new Array<number>(16_000).fill(0));
    expect(failure(...Array.from({ length: 26 }, () => large))).toBe('too-large');
    expect(failure(...Array.from({ length: 4001 }, () => recordBytes(heartbeat, [])))).toBe('too-large');
    const helloRequest = recordBytes(handshake, messageBytes(0, []));
    expect(failure(...Array.from({ length: 201 }, () => helloRequest))).toBe('too-large');
  });

  test('a message that announces too much is rejected before it arrives', () => {
    expect(failure(recordBytes(handshake, [11, 0xff, 0xff, 0xff]))).toBe('too-large');
  });

  test('five hundred certificates', () => {
    expect(failure(helloRecord(), certificateRecord(...new Array<number>(501).fill(1)))).toBe('too-large');
    expect(read(helloRecord(), certificateRecord(...new Array<number>(500).fill(1))).certificates).toHaveLength(500);
  });
});

describe('the order of things', () => {
  test('nothing may precede the hello, and no second one may follow', () => {
    expect(failure(certificateRecord(3))).toBe('invalid-response');
    expect(failure(helloRecord(), helloRecord())).toBe('invalid-response');
    expect(failure(recordBytes(applicationData, [1]))).toBe('invalid-response');
    expect(failure(helloRecord(), recordBytes(changeCipherSpec, [1]))).toBe('invalid-response');
  });

  test('in TLS 1.3, only the hello can be read', () => {
    const supported13 = [0, 43, 0, 2, 3, 4];
    const hello = recordBytes(handshake, messageBytes(2, serverHelloBody(0x0303, 0x1301, supported13)));
    const flight = read(hello, recordBytes(changeCipherSpec, [1]), recordBytes(applicationData, [1, 2, 3]));
    expect(flight.isDone).toBe(true);
    expect(flight.later.map(({ type }) => type)).toEqual([changeCipherSpec, applicationData]);
    expect(flight.serverHello?.version).toBe(0x0304);
  });

  test('several messages may share a record', () => {
    const record = recordBytes(handshake, [
      ...messageBytes(2, serverHelloBody(0x0303, 0x002f)),
      ...messageBytes(14, []),
    ]);
    expect(read(record).isDone).toBe(true);
  });

  test('a heartbeat response counts, whatever follows it in the same read', () => {
    // 16384 octets, as many as fit into a record, and the padding of the message in another one (CVE-2014-0160).
    const first = [2, 0x3f, 0xfd, ...new Array<number>(16_381).fill(0)];
    const flight = read(
      Uint8Array.from([
        ...helloRecord(),
        ...recordBytes(handshake, messageBytes(14, [])),
        ...recordBytes(heartbeat, first),
        ...recordBytes(heartbeat, [0xa7, 0x11]),
      ]),
    );
    expect(flight.heartbeats).toEqual([2, 0xa7]);
  });

  test('what comes after the flight is noted', () => {
    const done = recordBytes(handshake, messageBytes(14, []));
    const flight = read(helloRecord(), done, recordBytes(heartbeat, [2, 0, 0]), recordBytes(alert, [2, 10]));
    expect(flight).toMatchObject({ heartbeats: [2], alert: 10 });
    expect(flight.later.map(({ type }) => type)).toEqual([heartbeat, alert]);
  });
});

describe('keys', () => {
  const keyExchange = (suite: number, body: readonly number[]) =>
    read(helloRecord(0x0303, suite), recordBytes(handshake, messageBytes(12, body))).keyExchange;

  test.each([
    ['a named curve', 0xc02f, [3, 0, 23, 1, 4], { kind: 'curve', group: 23, key: Uint8Array.of(4) }],
    ['an explicit curve has no name', 0xc02f, [1, 0, 0], { kind: 'curve', group: null, key: null }],
    [
      'the bits of a prime, leading zeros not counted',
      0x0033,
      [0, 3, 0, 0x03, 0xff, 0, 1, 2],
      { kind: 'finite-field', bits: 10, prime: Uint8Array.of(0, 0x03, 0xff), generator: Uint8Array.of(2), key: null },
    ],
    [
      'the hint of a shared secret stands before it',
      0xc035,
      [0, 1, 65, 3, 0, 29],
      { kind: 'curve', group: 29, key: null },
    ],
    ['an export key', 0x0003, [0, 2, 0x80, 0, 0, 1, 3], { kind: 'rsa', bits: 16 }],
    ['what cannot be read tells nothing', 0x0033, [9], { kind: 'other' }],
    ['a suite without a name', 0xeeee, [9], { kind: 'other' }],
  ])('%s', (_what, suite, body, expected) => {
    expect(keyExchange(suite, body)).toEqual(expected);
  });
});
