import { expect, test } from 'vitest';
import { web } from './contract.ts';

test.each([
  ['Example.COM', 'example.com'],
  ['HTTPS://Example.com/Path?q=1#top', 'https://example.com/Path?q=1'],
  ['http://example.com:80', 'http://example.com/'],
  ['192.0.2.80', '192.0.2.80'],
  ['2001:DB8::1', '2001:db8::1'],
  ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
])('%s is read as %s', (url, canonical) => {
  expect(web.query.parse({ url })).toEqual({ url: canonical, family: null });
});

test.each([
  '',
  'no host',
  'ftp://example.com/',
  'https://user@example.com/',
  'javascript:alert(1)',
  'data:,x',
  'http://127.1/',
])('%s is refused', (url) => {
  expect(web.query.safeParse({ url }).success).toBe(false);
});

test('takes one family of addresses, or both', () => {
  expect(web.query.parse({ url: 'example.com', family: '6' })).toEqual({ url: 'example.com', family: '6' });
  expect(web.query.safeParse({ url: 'example.com', family: '5' }).success).toBe(false);
});
