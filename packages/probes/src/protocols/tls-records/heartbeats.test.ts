import { expect, test } from 'vitest';
import { createHeartbeatReader } from './heartbeats.ts';

const RESPONSE = 2;

test('reads a reply in two records as one, though the second starts with octets of its payload', () => {
  const { push } = createHeartbeatReader();
  // 16381 octets of payload and three of header fill a record; the rest comes in another.
  const first = new Uint8Array(10_000);
  first.set([RESPONSE, 0x3f, 0xfd]);
  expect(push(first)).toBe(RESPONSE);
  expect(push(new Uint8Array(16_381 + 3 - 10_000 + 16))).toBe(RESPONSE);
  expect(push(Uint8Array.of(1, 0, 0))).toBe(1);
});

test('reads a fragmented header', () => {
  const { push } = createHeartbeatReader();
  expect(push(new Uint8Array())).toBeNull();
  expect([push(Uint8Array.of(RESPONSE)), push(Uint8Array.of(0)), push(Uint8Array.of(1, 7))]).toEqual([2, 2, 2]);
  expect(push(Uint8Array.of(1, 0, 0))).toBe(1);
});
