import { expect, test } from 'vitest';
import { join } from '../../protocols/octets.ts';
import { cryptoFrame } from '../../protocols/quic/frames.ts';
import { type ProtectedPacket, type RetryPacket, splitDatagram } from '../../protocols/quic/packets.ts';
import { quicV1, quicV2 } from '../../protocols/quic/versions.ts';
import { hexBytes } from '../../protocols/tls-records/testing/record-bytes.ts';
import { initialKeys, isGenuineRetry, packetKeys } from './packet-protection.ts';

/** The connection id, the ClientHello and the payload of the server in RFC 9001 appendix A and RFC 9369 appendix A. */
const destination = hexBytes('8394c8f03e515708');
const hello = hexBytes(
  '010000ed0303ebf8fa56f12939b9584a3896472ec40bb863cfd3e86804fe3a47f06a2b69484c00000413011302010000c000000010000e00000b' +
    '6578616d706c652e636f6dff01000100000a00080006001d0017001800100007000504616c706e000500050100000000003300260024001d0020' +
    '9370b2c9caa47fbabaf4559fedba753de171fa71f50f1ce15d43e994ec74d748002b0003020304000d00100' +
    '00e0403050306030203080408050806002d00020101001c00024001003900320408ffffffffffffffff05048000ffff07048000ffff08011001' +
    '04800075300901100f088394c8f03e51570806048000ffff',
);
const serverPayload =
  '02000000000600405a020000560303eefce7f7b37ba1d1632e96677825ddf73988cfc79825df566dc5430b9a045a1200130100002e0033002400' +
  '1d00209d3c940d89690b84d08a60993c144eca684d1081287c834d5311bcf32bb9da1a002b00020304';

test.each([
  [quicV1, 'c000000001088394c8f03e5157080000449e7b9aec34d1b1c98dd7689fb8ec11', 'e221af44860018ab0856972e194cd934'],
  [quicV2, 'd76b3343cf088394c8f03e5157080000449ea0c95e82ffe67b6abcdb4298b485', 'a18b2faa745b6fe189cf772a9f84cbfc'],
])('appendix A.2: our Initial packet, whose tag depends on every octet', (version, start, tag) => {
  const nothing = new Uint8Array();
  const frame = cryptoFrame(0, hello);
  const header = { kind: 'initial', destination, source: nothing, token: nothing, number: 2 } as const;
  const packet = initialKeys(version, destination).own.seal(header, join(frame, new Uint8Array(1162 - frame.length)));
  expect(packet).toHaveLength(1200);
  expect(packet.subarray(0, 32)).toEqual(hexBytes(start));
  expect(packet.subarray(-16)).toEqual(hexBytes(tag));
});

const serverPackets = {
  v1: 'cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf73c3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84022f8ef4cdd93795d77d06edbb7aaf2f58891850abbdca3d20398c276456cbc42158407dd074ee',
  v2: 'dc6b3343cf0008f067a5502a4262b5004075d92faaf16f05d8a4398c47089698baeea26b91eb761d9b89237bbf87263017915358230035f7fd3945d88965cf17f9af6e16886c61bfc703106fbaf3cb4cfa52382dd16a393e42757507698075b2c984c707f0a0812d8cd5a6881eaf21ceda98f4bd23f6fe1a3e2c43edd9ce7ca84bed8521e2e140',
};

test.each([
  [quicV1, serverPackets.v1],
  [quicV2, serverPackets.v2],
])('appendix A.3: the Initial packet of the server', (version, hex) => {
  const [packet] = splitDatagram(hexBytes(hex), version) as ProtectedPacket[];
  const { server } = initialKeys(version, destination);
  if (packet === undefined) throw new Error('no packet');
  expect(server.open(packet, -1)).toEqual({ number: 1, payload: hexBytes(serverPayload) });
  const forged = { ...packet, bytes: Uint8Array.from(packet.bytes) };
  forged.bytes[100] = (forged.bytes[100] ?? 0) ^ 1;
  expect(server.open(forged, -1)).toBeNull();
  expect(initialKeys(version, destination.subarray(1)).server.open(packet, -1)).toBeNull();
  expect(server.open({ ...packet, bytes: packet.bytes.subarray(0, packet.numberAt + 10) }, -1)).toBeNull();
});

test.each([
  [quicV1, 'ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba'],
  [quicV2, 'cf6b3343cf0008f067a5502a4262b5746f6b656ec8646ce8bfe33952d955543665dcc7b6'],
])('appendix A.4: a Retry packet, and one that answers something else', (version, hex) => {
  const [packet] = splitDatagram(hexBytes(hex), version) as RetryPacket[];
  if (packet === undefined) throw new Error('no packet');
  expect(isGenuineRetry(packet, destination, version)).toBe(true);
  expect(isGenuineRetry(packet, destination.subarray(1), version)).toBe(false);
  expect(isGenuineRetry({ ...packet, token: packet.token, tag: packet.tag.toReversed() }, destination, version)).toBe(
    false,
  );
});

test.each([0x1301, 0x1302, 0x1303, 0x1304])('packets of suite %i are opened with the key that sealed them', (suite) => {
  const secrets = { client: new Uint8Array(48).fill(1), server: new Uint8Array(48).fill(1) };
  const keys = packetKeys(quicV1, suite, secrets);
  const header = { kind: 'handshake', destination, source: destination, token: destination, number: 70 } as const;
  const sealed = keys?.own.seal(header, hello) ?? new Uint8Array();
  const [packet] = splitDatagram(sealed, quicV1) as ProtectedPacket[];
  expect(packet && keys?.server.open(packet, 60)).toEqual({ number: 70, payload: hello });
});

test('there are no packet keys for a suite whose tag is too short (RFC 9001 section 5.3)', () => {
  const secret = new Uint8Array(32);
  expect(packetKeys(quicV1, 0x1305, { client: secret, server: secret })).toBeNull();
});
