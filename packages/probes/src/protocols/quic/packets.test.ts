import { describe, expect, test } from 'vitest';
import { join } from '../octets.ts';
import { hexBytes } from '../tls-records/testing/record-bytes.ts';
import { encodeHeader, encodeVersionProbe } from './encode-packet.ts';
import { splitDatagram } from './packets.ts';
import { decodeTransportParameters, encodeTransportParameters } from './transport-parameters.ts';
import { isReservedVersion, quicV1, quicV2, versionText } from './versions.ts';

const ids = { destination: Uint8Array.of(1, 2, 3), source: Uint8Array.of(9, 8) };
const packet = (kind: 'initial' | 'handshake', version = quicV1, payloadLength = 30) =>
  join(
    encodeHeader({ kind, version, ...ids, token: Uint8Array.of(7), number: 5, payloadLength }),
    new Uint8Array(payloadLength).fill(0xaa),
  );

describe('a datagram', () => {
  test.each([quicV1, quicV2])('is divided into its packets, whose types depend on the version', (version) => {
    const [first, second] = [packet('initial', version), packet('handshake', version)];
    const packets = splitDatagram(join(first, second), version);
    expect(packets).toMatchObject([
      { kind: 'initial', ...ids, bytes: first, numberAt: 1 + 4 + 4 + 3 + 2 + 2 },
      { kind: 'handshake', ...ids, bytes: second, numberAt: 1 + 4 + 4 + 3 + 2 },
    ]);
  });

  test('ends with a packet with a short header, of another version, or cut short', () => {
    const first = packet('initial');
    for (const rest of [Uint8Array.of(0x40, 1, 2), packet('handshake', quicV2), packet('handshake').subarray(0, -1)]) {
      expect(splitDatagram(join(first, rest), quicV1)).toHaveLength(1);
    }
  });

  test('of 0-RTT packets has none that a server may send', () => {
    const zeroRtt = packet('handshake');
    zeroRtt[0] = 0xd3;
    expect(splitDatagram(join(zeroRtt, packet('handshake')), quicV1)).toMatchObject([{ kind: 'handshake' }]);
  });
});

test('a Version Negotiation packet is read, whatever its first octet and the length of its ids', () => {
  const id = new Uint8Array(40).fill(5);
  const bytes = join(
    hexBytes('8000000000'),
    Uint8Array.of(40),
    id,
    hexBytes('00'),
    hexBytes('000000011a2a3a4aff00001d'),
  );
  expect(splitDatagram(bytes, quicV1)).toEqual([
    { kind: 'version-negotiation', destination: id, source: new Uint8Array(), versions: [1, 0x1a2a_3a4a, 0xff00_001d] },
  ]);
  expect(isReservedVersion(0x1a2a_3a4a)).toBe(true);
  expect(isReservedVersion(0xff00_001d)).toBe(false);
  expect(versionText(1)).toBe('00000001');
});

test('a Retry packet is read to its tag (RFC 9001 appendix A.4), and not without a token', () => {
  const bytes = hexBytes('ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba');
  expect(splitDatagram(bytes, quicV1)).toMatchObject([
    {
      kind: 'retry',
      source: hexBytes('f067a5502a4262b5'),
      token: hexBytes('746f6b656e'),
      signed: bytes.subarray(0, -16),
    },
  ]);
  expect(splitDatagram(join(bytes.subarray(0, 15), bytes.subarray(-16)), quicV1)).toEqual([]);
});

test('the question for versions fills its datagram', () => {
  const bytes = encodeVersionProbe(0x0a0a_0a0a, ids.destination, ids.source, new Uint8Array(1200).fill(3));
  expect(bytes).toHaveLength(1200);
  expect(bytes.subarray(0, 12)).toEqual(hexBytes('c00a0a0a0a03010203020908'));
});

test('our transport parameters can be read, and those of a server are', () => {
  expect(decodeTransportParameters(encodeTransportParameters(ids.source))).toEqual({
    originalDestination: null,
    initialSource: ids.source,
    retrySource: null,
    maxIdleMs: 5000,
  });
  expect(decodeTransportParameters(hexBytes('0003010203100105'))).toMatchObject({
    originalDestination: ids.destination,
    retrySource: Uint8Array.of(5),
    maxIdleMs: null,
  });
  expect(() => decodeTransportParameters(hexBytes('000101000102'))).toThrow('twice');
});
