import { expect, it } from 'vitest';
import { parseUrl } from './parse-url.ts';

it('reads a URL with non-ASCII letters, however often it is called', () => {
  // Node 20 optimizes a function after some thousand calls, from when on URL.canParse is wrong.
  const hosts = new Set(Array.from({ length: 20_000 }, () => parseUrl('https://b\u00fccher.example')?.hostname));
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
});

it.each(['', 'example.com', 'https://', 'http://[::1', 'https://exa mple.com'])('gives null for %j', (text) => {
  expect(parseUrl(text)).toBeNull();
});

it('resolves a relative reference against its base', () => {
  expect(parseUrl('../b', 'https://rdap.example/v1/a/')?.href).toBe('https://rdap.example/v1/b');
});
