import { describe, expect, it } from 'vitest';
import { parseAltSvc } from './alt-svc.ts';
import { parseCacheControl } from './cache-control.ts';
import { isNoSniff, parseContentType } from './content-type.ts';
import { corsGrant } from './cors.ts';
import { parseFrameOptions } from './frame-options.ts';
import { combinedValue, splitUnquoted } from './header-fields.ts';
import { missingForPreload, parseHsts } from './hsts.ts';
import { parseEmbedderPolicy, parseOpenerPolicy, parseResourcePolicy } from './isolation.ts';
import { readMetaTags } from './meta-tags.ts';
import { parsePermissionsPolicy } from './permissions-policy.ts';
import { parseMetaReferrer, parseReferrerPolicy } from './referrer-policy.ts';

describe('fields', () => {
  it('of one name are combined in their order', () => {
    const sent = [
      ['Vary', ' a '],
      ['X', 'y'],
      ['vary', 'b'],
    ] as const;
    expect(combinedValue(sent, 'vary')).toBe('a, b');
    expect(combinedValue(sent, 'z')).toBeNull();
  });

  it('are split outside quoted strings', () => {
    expect(splitUnquoted('a="x,\\",y", b,, c', ',')).toEqual(['a="x,\\",y"', 'b', 'c']);
  });
});

describe('Strict-Transport-Security', () => {
  it.each([
    ['max-age=31536000', { maxAge: 31_536_000, includeSubDomains: false, preload: false }],
    [' MAX-AGE="60" ; includeSubdomains ;; preload', { maxAge: 60, includeSubDomains: true, preload: true }],
    ['max-age=0', { maxAge: 0, includeSubDomains: false, preload: false }],
    ['max-age=60; max-age=60', null],
    ['max-age=-1', null],
    ['max-age=1d', null],
    ['includeSubDomains', null],
    ['max-age 60', null],
    ['', null],
  ])('%j', (value, read) => {
    expect(parseHsts(value)).toEqual(read);
  });

  it('lacks what the preload list wants', () => {
    expect(missingForPreload({ maxAge: 60, includeSubDomains: false, preload: true })).toEqual([
      'max-age of at least 31536000',
      'includeSubDomains',
    ]);
    expect(missingForPreload({ maxAge: 31_536_000, includeSubDomains: true, preload: true })).toEqual([]);
  });
});

describe('Alt-Svc', () => {
  it.each([
    ['h3=":443"; ma=2592000,h2="alt.Example:8443"', ['h3', '', 443, 2_592_000], ['h2', 'alt.example', 8443, 86_400]],
    ['h3-29=":443"; ma=x; persist=1', ['h3-29', '', 443, 86_400]],
    ['%68%33=":443"', ['h3', '', 443, 86_400]],
    ['clear'],
    ['h3=":70000", h3=443, =":443"'],
  ])('%s', (value, ...read) => {
    expect(
      parseAltSvc(value).map(({ protocol, host, port, maxAgeSeconds }) => [protocol, host, port, maxAgeSeconds]),
    ).toEqual(read);
  });
});

it('Cache-Control is read with its ages; the first of a name counts', () => {
  expect(parseCacheControl('Public, max-age="60", max-age=0, s-maxage=x, private="set-cookie", IMMUTABLE')).toEqual({
    noStore: false,
    noCache: false,
    isPrivate: true,
    isPublic: true,
    mustRevalidate: false,
    immutable: true,
    maxAge: 60,
    sMaxAge: null,
    staleWhileRevalidate: null,
  });
});

describe('Permissions-Policy', () => {
  it('is a dictionary of features', () => {
    expect(parsePermissionsPolicy('camera=(), geolocation=(self "https://a.example"), usb=*')).toEqual([
      { feature: 'camera', allowed: [] },
      { feature: 'geolocation', allowed: ['self', 'https://a.example'] },
      { feature: 'usb', allowed: ['*'] },
    ]);
  });

  it.each(["camera 'none'; microphone 'none'", 'camera=(),', 'camera=( )x', 'Camera=()'])(
    'with an error counts as not sent: %s',
    (value) => {
      expect(parsePermissionsPolicy(value)).toBeNull();
    },
  );
});

it.each([
  ['no-referrer, strict-origin-when-cross-origin', 'strict-origin-when-cross-origin'],
  ['strict-origin, future-policy', 'strict-origin'],
  ['Unsafe-URL', 'unsafe-url'],
  ['none', null],
])('Referrer-Policy %s', (value, policy) => {
  expect(parseReferrerPolicy(value)).toBe(policy);
});

it('a meta referrer has former words', () => {
  expect(parseMetaReferrer(' always ')).toBe('unsafe-url');
  expect(parseMetaReferrer('strict-origin')).toBe('strict-origin');
  expect(parseMetaReferrer('constructor')).toBeNull();
});

it.each([
  ['DENY', 'deny'],
  ['sameorigin, SAMEORIGIN', 'sameorigin'],
  ['DENY, SAMEORIGIN', 'contradictory'],
  ['ALLOW-FROM https://a.example', 'ignored'],
  ['allowall', 'ignored'],
  ['', 'ignored'],
])('X-Frame-Options %s is %s', (value, read) => {
  expect(parseFrameOptions(value)).toBe(read);
});

it('the policies between origins are words', () => {
  expect(parseOpenerPolicy('same-origin; report-to="a"')).toBe('same-origin');
  expect(parseOpenerPolicy('"same-origin"')).toBeNull();
  expect(parseOpenerPolicy('Same-Origin')).toBeNull();
  expect(parseEmbedderPolicy('credentialless')).toBe('credentialless');
  expect(parseEmbedderPolicy('require-corp, require-corp')).toBeNull();
  expect(parseResourcePolicy('same-site')).toBe('same-site');
  expect(parseResourcePolicy('same-site, same-site')).toBeNull();
});

it.each([
  ['*', 'true', 'any', true],
  ['https://o.example', 'true', 'asked', true],
  ['https://o.example', 'True', 'asked', false],
  ['https://p.example', null, 'other', false],
  ['null', null, 'null', false],
  [null, 'true', 'none', true],
])('CORS %s with credentials %s: %s', (origin, credentials, readers, withCredentials) => {
  expect(corsGrant(origin, credentials, 'https://o.example')).toEqual({ readers, withCredentials });
});

it('content types', () => {
  expect(parseContentType('Text/HTML;Charset="UTF-8"')).toEqual({ essence: 'text/html', charset: 'utf-8' });
  expect(parseContentType('text/plain; x')).toEqual({ essence: 'text/plain', charset: null });
  expect(parseContentType('text')).toBeNull();
  expect(parseContentType('a/b/c')).toBeNull();
  expect([isNoSniff(' NoSniff, x'), isNoSniff('x, nosniff'), isNoSniff('"nosniff"')]).toEqual([true, false, false]);
});

describe('meta elements', () => {
  it('are read in the head, and not where they are text', () => {
    const html = `<!doctype html><!-- <meta name=referrer content=never> --><head><title><meta name="referrer" content="a"></title>
      <script>"<meta name='referrer' content='b'>"</script>
      <META HTTP-EQUIV='Content-Security-Policy' content="default-src &#39;self&#x27;; img-src &quot;&amp;">
      <meta name=referrer content=no-referrer/><meta http-equiv=refresh content="0; url=/a>b">
      </head><body><meta name="referrer" content="unsafe-url">`;
    expect(readMetaTags(html)).toEqual({
      policies: ["default-src 'self'; img-src \"&"],
      referrer: 'no-referrer/',
      refresh: '0; url=/a>b',
    });
  });

  it('of a page without a head are none', () => {
    expect(readMetaTags('a < b')).toEqual({ policies: [], referrer: null, refresh: null });
  });
});
