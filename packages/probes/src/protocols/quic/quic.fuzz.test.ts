import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { join } from '../octets.ts';
import { hexBytes } from '../tls-records/testing/record-bytes.ts';
import { createCryptoStream } from './crypto-stream.ts';
import { encodeHeader } from './encode-packet.ts';
import { ackFrame, closeFrame, cryptoFrame, decodeFrames } from './frames.ts';
import { splitDatagram } from './packets.ts';
import { QuicFormatError } from './quic-format-error.ts';
import { decodeTransportParameters, encodeTransportParameters } from './transport-parameters.ts';
import { quicV1, quicV2 } from './versions.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const MAX_MS = 5;
let inputs = 0;

process.stdout.write(`quic fuzz: SONDE_FUZZ_SEED=${seed}\n`);

afterAll(() => {
  process.stdout.write(`quic fuzz: ${inputs} inputs\n`);
  expect(inputs).toBeGreaterThanOrEqual(fuzzRuns(50_000));
});

/** Must return, or throw the one error; what takes long the first time, while memory is cleaned up, must not do so again. */
function probe(read: () => void): void {
  inputs += 1;
  const once = () => {
    const start = cpuMs();
    try {
      read();
    } catch (error) {
      if (!(error instanceof QuicFormatError)) throw error;
    }
    return cpuMs() - start;
  };
  for (let tries = 0, ms = once(); ms >= MAX_MS; tries += 1, ms = once()) expect(tries).toBeLessThan(5);
}

/** An `expect` for each of so many inputs would take most of the time. */
function must(isTrue: boolean): void {
  if (!isTrue) throw new Error('the reader returned what is not valid');
}

/** Like a client: every packet, its frames as if they were not protected, and the octets of its CRYPTO frames. */
function readDatagram(datagram: Uint8Array): void {
  const stream = createCryptoStream(100_000);
  for (const packet of [...splitDatagram(datagram, quicV1), ...splitDatagram(datagram, quicV2)]) {
    must(packet.destination.length < 256);
    if (packet.kind === 'version-negotiation') must(packet.versions.length <= 64);
    if (packet.kind !== 'initial' && packet.kind !== 'handshake') continue;
    must(packet.numberAt <= packet.bytes.length);
    readFrames(packet.bytes.subarray(packet.numberAt), stream);
  }
}

function readFrames(payload: Uint8Array, stream: ReturnType<typeof createCryptoStream>): void {
  for (const frame of decodeFrames(payload)) {
    if (frame.kind === 'crypto') stream.push(frame.offset, frame.data);
    if (frame.kind === 'close') must(/^[ -~]{0,200}$/.test(frame.reason));
  }
}

const id = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const payload = join(
  ackFrame([0, 1, 4]),
  cryptoFrame(0, new Uint8Array(60).fill(2)),
  closeFrame(0x178),
  new Uint8Array(8),
);
const longPacket = (kind: 'initial' | 'handshake', version = quicV1) =>
  join(
    encodeHeader({ kind, version, destination: id, source: id, token: id, number: 1, payloadLength: payload.length }),
    payload,
  );
const samples = [
  longPacket('initial'),
  join(longPacket('initial'), longPacket('handshake')),
  longPacket('handshake', quicV2),
  hexBytes('ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba'),
  hexBytes('8000000000080102030405060708080807060504030201000000016b3343cf1a2a3a4a'),
];
const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));

test('octets of any kind', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1500 }), (bytes) => probe(() => readDatagram(bytes))),
    { seed, numRuns: fuzzRuns(10_000) },
  );
});

test('real packets with some octets changed, cut short or repeated', () => {
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.array(change, { maxLength: 6 }), fc.nat(), (sample, changes, cut) => {
      const bytes = Uint8Array.from(sample);
      for (const [place, value] of changes) bytes[place % bytes.length] = value;
      probe(() => readDatagram(join(bytes.subarray(0, cut % bytes.length), bytes)));
      probe(() => readDatagram(bytes));
    }),
    { seed, numRuns: fuzzRuns(15_000) },
  );
});

test('payloads of any frames', () => {
  const type = fc.constantFrom(0, 1, 2, 3, 6, 6, 6, 0x1c, 0x1d, 8);
  const frame = fc.tuple(type, fc.uint8Array({ maxLength: 12 })).map(([first, rest]) => Uint8Array.of(first, ...rest));
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 40 }), (frames) =>
      probe(() => readFrames(join(...frames), createCryptoStream(100_000))),
    ),
    { seed, numRuns: fuzzRuns(5000) },
  );
});

test('CRYPTO frames in any order', () => {
  const piece = fc.tuple(fc.nat({ max: 3000 }), fc.nat({ max: 40 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 300 }), (pieces) =>
      probe(() => {
        const stream = createCryptoStream(3000);
        const whole = Uint8Array.from({ length: 3100 }, (_, place) => place % 251);
        let read: Uint8Array = new Uint8Array();
        for (const [offset, length] of pieces) {
          read = join(read, stream.push(offset, whole.subarray(offset, offset + length)));
          must(Buffer.compare(read, whole.subarray(0, read.length)) === 0);
        }
      }),
    ),
    { seed, numRuns: fuzzRuns(2500) },
  );
});

test('transport parameters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(change, { maxLength: 3 }), (bytes, changes) => {
      const ours = Uint8Array.from(encodeTransportParameters(id));
      for (const [place, value] of changes) ours[place % ours.length] = value;
      for (const list of [bytes, ours]) probe(() => void decodeTransportParameters(list));
    }),
    { seed, numRuns: fuzzRuns(2500) },
  );
});
