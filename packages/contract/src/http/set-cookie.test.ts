import { expect, it } from 'vitest';
import { parseCookieDate, parseSetCookie } from './set-cookie.ts';

const nowMs = Date.UTC(2026, 0, 1);
const read = (text: string, isHttps = true) => parseSetCookie(text, { isHttps, nowMs });

it('reads a cookie with all its attributes', () => {
  expect(read(' id = "a b" ; Secure; HttpOnly; SameSite=strict; Path=/x; Domain=.Example.com; Max-Age=60')).toEqual({
    name: 'id',
    secure: true,
    httpOnly: true,
    sameSite: 'Strict',
    partitioned: false,
    path: '/x',
    domain: 'example.com',
    lifetimeSeconds: 60,
    askedSeconds: null,
    rejection: null,
  });
});

it.each([
  ['a=b', null, null],
  ['a=b; Max-Age=0', 0, null],
  ['a=b; Max-Age=-5', -1, null],
  ['a=b; Max-Age=1e3', null, null],
  ['a=b; Max-Age=60; Expires=Thu, 01 Jan 2026 01:00:00 GMT', 60, null],
  ['a=b; Max-Age=60; Max-Age=x', 60, null],
  ['a=b; Expires=Thu, 01 Jan 2026 01:00:00 GMT', 3600, null],
  ['a=b; Expires=Thu, 01-Jan-70 00:00:00 GMT', -1, null],
  ['a=b; Expires=tomorrow', null, null],
  ['a=b; Max-Age=34560000', 34_560_000, null],
  ['a=b; Max-Age=99999999', 34_560_000, 99_999_999],
])('%s lives %s seconds; it asked for %s', (text, lifetimeSeconds, askedSeconds) => {
  expect(read(text)).toMatchObject({ lifetimeSeconds, askedSeconds });
});

it.each([
  ['SameSite=None; Secure', 'None'],
  ['SameSite=lax', 'Lax'],
  ['SameSite=Strong', null],
  ['SameSite', null],
])('%s is %s', (attribute, sameSite) => {
  expect(read(`a=b; ${attribute}`).sameSite).toBe(sameSite);
});

it.each([
  ['__Host-a=b; Secure; Path=/', null],
  ['__Host-a=b; Secure', 'host-prefix'],
  ['__host-a=b; Secure; Path=/; Domain=a.example', 'host-prefix'],
  ['__Secure-a=b', 'secure-prefix'],
  ['__Secure-a=b; Secure', null],
  ['=__Host-a; Secure; Path=/', 'host-prefix'],
  ['a=b; SameSite=None', 'same-site-none-without-secure'],
  ['a=\u0001', 'control-character'],
  ['', 'empty'],
  [`a=${'x'.repeat(4096)}`, 'too-long'],
])('%j is rejected: %s', (text, rejection) => {
  expect(read(text).rejection).toBe(rejection);
});

it('a Secure cookie over http is rejected', () => {
  expect(read('a=b; Secure', false).rejection).toBe('secure-over-http');
});

it.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['06 Nov 30 8:9:7', Date.UTC(2030, 10, 6, 8, 9, 7)],
  ['31 Feb 2030 00:00:00', null],
  ['06 Nov 2030', null],
  ['06 Nov 1600 00:00:00', null],
  ['06 Nov 2030 24:00:00', null],
])('the date %s', (text, at) => {
  expect(parseCookieDate(text)).toBe(at);
});
