import { describe, expect, test } from 'vitest';
import { join } from '../octets.ts';
import { hexBytes } from '../tls-records/testing/record-bytes.ts';
import { createCryptoStream } from './crypto-stream.ts';
import { ackFrame, closeFrame, cryptoFrame, decodeFrames, elicitsAck, pingFrame } from './frames.ts';
import { QuicFormatError } from './quic-format-error.ts';

const data = Uint8Array.of(1, 2, 3);

describe('frames', () => {
  test('are read as they were written, a run of padding as one', () => {
    const frames = [new Uint8Array(20), pingFrame, cryptoFrame(70, data), closeFrame(0x178)];
    expect(decodeFrames(join(...frames))).toEqual([
      { kind: 'padding' },
      { kind: 'ping' },
      { kind: 'crypto', offset: 70, data },
      { kind: 'close', error: 0x178, reason: '' },
    ]);
  });

  test('of acknowledgement name ranges, the newest first', () => {
    expect(ackFrame([0, 1, 2, 5, 9, 8])).toEqual(hexBytes('020900020101000102'));
    expect(decodeFrames(ackFrame([3, 7]))).toEqual([{ kind: 'ack', largest: 7 }]);
  });

  test('with counts of ECN are read to their end', () => {
    expect(decodeFrames(hexBytes('030700000001020301'))).toMatchObject([{ kind: 'ack' }, { kind: 'ping' }]);
  });

  test('that close may have a text, of which printable letters are kept', () => {
    expect(decodeFrames(hexBytes('1c4178060474c3a5e9'))).toMatchObject([{ kind: 'close', error: 0x178, reason: 't' }]);
  });

  test.each([
    ['a frame of another packet type', '08'],
    ['one that is cut short', '0600'],
    ['nothing', ''],
    ['too many ranges of acknowledgement', '020a0043ff00'],
  ])('%s is refused', (_, hex) => {
    expect(() => decodeFrames(hexBytes(hex))).toThrow(QuicFormatError);
  });

  test('elicit an acknowledgement, unless they are one', () => {
    expect(elicitsAck(decodeFrames(pingFrame))).toBe(true);
    expect(elicitsAck(decodeFrames(join(ackFrame([0]), closeFrame(0))))).toBe(false);
  });
});

describe('a CRYPTO stream', () => {
  const text = Uint8Array.from({ length: 100 }, (_, place) => place);

  test('is put in order, whatever arrives twice, overlaps or comes late', () => {
    const stream = createCryptoStream(1000);
    expect(stream.push(50, text.subarray(50, 70))).toHaveLength(0);
    expect(stream.push(60, text.subarray(60, 90))).toHaveLength(0);
    expect(stream.push(0, text.subarray(0, 30))).toEqual(text.subarray(0, 30));
    expect(stream.push(0, text.subarray(0, 20))).toHaveLength(0);
    expect(stream.push(20, text.subarray(20, 55))).toEqual(text.subarray(30, 90));
    expect(stream.push(90, text.subarray(90))).toEqual(text.subarray(90));
  });

  test('has an end, whatever the offset', () => {
    const stream = createCryptoStream(1000);
    expect(() => stream.push(2 ** 61, data)).toThrow('1000 octets');
    expect(() => stream.push(990, text)).toThrow(QuicFormatError);
  });

  test('does not wait for a gap with any number of pieces', () => {
    const stream = createCryptoStream(1000);
    const fill = () => {
      for (let place = 999; place > 1; place -= 2) stream.push(place, data.subarray(0, 1));
    };
    expect(fill).toThrow('out of order');
  });
});
