import { expect, it } from 'vitest';
import { readPemBlocks } from './pem.ts';

const block = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;

it('finds every block between other texts, also when lines were joined', () => {
  const text = `subject=CN = a\n${block('CERTIFICATE', 'AQID\nBA==')}\nsome words\n${block('CERTIFICATE REQUEST', '/w==')}`;
  const expected = [
    { label: 'CERTIFICATE', der: Uint8Array.of(1, 2, 3, 4) },
    { label: 'CERTIFICATE REQUEST', der: Uint8Array.of(255) },
  ];
  expect(readPemBlocks(text)).toEqual(expected);
  expect(readPemBlocks(text.replaceAll('\n', ' '))).toEqual(expected);
});

it.each(['not base64!', '', 'A'])('the octets of %j are unknown', (body) => {
  expect(readPemBlocks(block('CERTIFICATE', body))).toEqual([{ label: 'CERTIFICATE', der: null }]);
});

it('a block that does not end has no octets, and a hundred blocks are enough', () => {
  expect(readPemBlocks('-----BEGIN CERTIFICATE-----\nAQID')).toEqual([{ label: 'CERTIFICATE', der: null }]);
  expect(readPemBlocks(block('CERTIFICATE', 'AQID').repeat(150))).toHaveLength(100);
  expect(readPemBlocks('')).toEqual([]);
});
