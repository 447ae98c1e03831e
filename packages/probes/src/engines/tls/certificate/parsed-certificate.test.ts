import { expect, test } from 'vitest';
import { serialText } from './parsed-certificate.ts';

test('shows a serial number with its highest bit set like OpenSSL, without the sign octet', () => {
  expect(serialText(Uint8Array.of(0x00, 0xba, 0x0a))).toBe('BA:0A');
  expect(serialText(Uint8Array.of(0x7a, 0x0a))).toBe('7A:0A');
  expect(serialText(Uint8Array.of(0x00))).toBe('00');
});
