import { describe, expect, test } from 'vitest';
import { readLabels } from './extensions.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));
/** As in RFC 4950: labels 16004 and 24001, TTL 1, checksum computed by hand. */
const structure = '2000 0c5e 000c 0101 03e84001 05dc1101';
const labels = [
  { label: 16_004, tc: 0, bottom: false, ttl: 1 },
  { label: 24_001, tc: 0, bottom: true, ttl: 1 },
];
const padded = (bytes: number, rest: string) => Uint8Array.from([...new Uint8Array(bytes), ...hex(rest)]);

/** The checksum that makes the sum of all 16-bit words 0xffff. */
function withChecksum(text: string): string {
  const bytes = Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
  bytes.writeUInt16BE(0, 2);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += bytes.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  bytes.writeUInt16BE(~sum & 0xffff, 2);
  return bytes.toString('hex');
}

describe('the label stack', () => {
  const valid = withChecksum(structure);

  test('is read at the place that the error states', () => {
    expect(readLabels(padded(108, valid), 108, 20)).toEqual(labels);
  });

  test('is read where old routers put it, after the header of the protocol', () => {
    expect(readLabels(padded(108, valid), null, 20)).toEqual(labels);
    expect(readLabels(padded(80, valid), null, 48)).toEqual(labels);
  });

  test('is read after an object of another class', () => {
    const text = withChecksum(`2000 0000 0008 0201 c0000201 ${structure.slice(9)}`);
    expect(readLabels(hex(text), 0, 20)).toEqual(labels);
  });

  test('needs no checksum if the error states the place', () => {
    const text = structure.replace('0c5e', '0000');
    expect(readLabels(hex(text), 0, 20)).toEqual(labels);
    expect(readLabels(padded(108, text), null, 20)).toEqual([]);
  });

  test.each([
    ['a wrong checksum', valid.replace(/^(.{4}).{4}/, '$1dead')],
    ['another version', withChecksum(`1${valid.slice(1)}`)],
    ['an object longer than the message', withChecksum(structure.replace('000c', '0040'))],
    ['an object shorter than its header', withChecksum(structure.replace('000c', '0002'))],
    ['another class alone', withChecksum(structure.replace('0101', '0201'))],
    ['nothing', ''],
  ])('is empty with %s', (_, text) => {
    expect(readLabels(hex(text), 0, 20)).toEqual([]);
    expect(readLabels(padded(108, text), null, 20)).toEqual([]);
  });
});
