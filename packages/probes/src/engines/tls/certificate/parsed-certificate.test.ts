import { expect, test } from 'vitest';
import { serialText } from './parsed-certificate.ts';

test('a serial number with its highest bit set is shown as OpenSSL shows it, without the octet for its sign', () => {
  expect(serialText(Uint8Array.of(0x00, 0xba, 0x0a))).toBe('BA:0A');
  expect(serialText(Uint8Array.of(0x7a, 0x0a))).toBe('7A:0A');
  expect(serialText(Uint8Array.of(0x00))).toBe('00');
});
