import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePingLine } from './ping-line.ts';

const folder = new URL('./samples/', import.meta.url);
const cases = readdirSync(folder).filter((file) => file.endsWith('.txt'));
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

test('there are samples', () => {
  expect(cases.length).toBeGreaterThan(8);
});

describe.each(cases)('%s', (file) => {
  const text = read(file);
  const lines = text.split('\n').flatMap((line) => parsePingLine(line) ?? []);

  test('is read as expected', () => {
    expect(lines).toEqual(JSON.parse(read(file.replace('.txt', '.json'))));
  });

  test('has as many replies and errors as ping itself counts', () => {
    const [, transmitted, received, errors = '0'] =
      /(\d+) packets transmitted, (\d+) received,(?: \+(\d+) errors,)?/.exec(text) ?? [];
    const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
    expect(lines.at(-1)).toEqual({ kind: 'total', transmitted: Number(transmitted) });
    expect([count('reply'), count('error')]).toEqual([Number(received), Number(errors)]);
  });
});

test('reads duplicate replies and unknown TTLs', () => {
  expect(parsePingLine('64 bytes from 192.0.2.1: icmp_seq=1 ttl=62 time=34.5 ms (DUP!)')).toEqual({
    kind: 'reply',
    seq: 1,
    ttl: 62,
    timeMs: 34.5,
    isDuplicate: true,
  });
  expect(parsePingLine('64 bytes from 192.0.2.1: icmp_seq=1 time=34 ms')).toMatchObject({ ttl: null, timeMs: 34 });
});

test.each([
  '',
  'PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.',
  '64 bytes from 192.0.2.1: icmp_seq=1 ttl=62',
  '64 bytes from 192.0.2.1: icmp_seq=1 ttl=62 time=34.5',
  '64 bytes from a b: icmp_seq=1 ttl=62 time=34.5 ms',
  '64 bytes from 192.0.2.1: icmp_seq=999999 ttl=62 time=34.5 ms',
  'From 192.0.2.1 icmp_seq=1',
  'From 192.0.2.1 icmp_seq=1 \u001b[2J',
  'no answer yet for icmp_seq=',
])('%j says nothing of a packet', (line) => {
  expect(parsePingLine(line)).toBeNull();
});
