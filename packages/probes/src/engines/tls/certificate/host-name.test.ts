import { describe, expect, test } from 'vitest';
import { matchesName } from './host-name.ts';

describe('a DNS name of a certificate (RFC 9525 section 6.3)', () => {
  test.each([
    ['example.com', 'example.com'],
    ['example.com', 'EXAMPLE.com'],
    ['example.com', 'example.com.'],
    ['www.example.com', '*.example.com'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a_b.example.com', '*.example.com'],
  ])('%s is meant by %s', (host, name) => {
    expect(matchesName(host, name)).toBe(true);
  });

  test.each([
    ['example.com', 'www.example.com'],
    ['www.example.com', 'example.com'],
    ['example.com', '*.example.com'],
    ['a.b.example.com', '*.example.com'],
    ['www.example.com', 'w*.example.com'],
    ['www.example.com', '*w.example.com'],
    ['www.example.com', 'www.*.com'],
    ['a.b.example.com', '*.*.example.com'],
    ['example.com', '*.com'],
    ['example.com', '*'],
    ['.example.com', '*.example.com'],
    ['example.com', 'example.com\u0000.evil.test'],
    ['example.com', ''],
    ['example.com', ' example.com'],
  ])('%s is not meant by %j', (host, name) => {
    expect(matchesName(host, name)).toBe(false);
  });
});
