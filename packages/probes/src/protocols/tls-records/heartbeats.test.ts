import { expect, test } from 'vitest';
import { createHeartbeatReader } from './heartbeats.ts';

const RESPONSE = 2;

test('a reply in two records is one, though the second begins with octets of its payload', () => {
  const { push } = createHeartbeatReader();
  // 16381 octets of payload after three of header fill a record; what is left of them comes in another.
  const first = new Uint8Array(10_000);
  first.set([RESPONSE, 0x3f, 0xfd]);
  expect(push(first)).toBe(RESPONSE);
  expect(push(new Uint8Array(16_381 + 3 - 10_000 + 16))).toBe(RESPONSE);
  expect(push(Uint8Array.of(1, 0, 0))).toBe(1);
});

test('a header in pieces', () => {
  const { push } = createHeartbeatReader();
  expect(push(new Uint8Array())).toBeNull();
  expect([push(Uint8Array.of(RESPONSE)), push(Uint8Array.of(0)), push(Uint8Array.of(1, 7))]).toEqual([2, 2, 2]);
  expect(push(Uint8Array.of(1, 0, 0))).toBe(1);
});
