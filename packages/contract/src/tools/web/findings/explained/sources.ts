const rfc = (number: number, section: string) => ({
  name: `RFC ${number}, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

/** The documents on which findings on web pages are based. */
export const sources = {
  redirects: rfc(9110, '15.4'),
  errors: rfc(9110, '15.5'),
  serverErrors: rfc(9110, '15.6'),
  coding: rfc(9110, '8.4'),
  contentType: rfc(9110, '8.3'),
  server: rfc(9110, '10.2.4'),
  length: rfc(9112, '8'),
  hsts: (section: string) => rfc(6797, section),
  caches: (section: string) => rfc(9111, section),
  altSvc: rfc(7838, '2.4'),
  http2: rfc(9113, '1'),
  httpsRecords: rfc(9460, '9'),
  families: rfc(8305, '5'),
  tls: rfc(5280, '6'),
  securityTxt: (section: string) => rfc(9116, section),
  preload: { name: 'HSTS preload list, requirements', url: 'https://hstspreload.org/' },
  csp: { name: 'W3C: Content Security Policy Level 3', url: 'https://www.w3.org/TR/CSP3/' },
  cookies: {
    name: 'RFC 6265bis, section 5.7',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7',
  },
  fetch: { name: 'WHATWG: Fetch, CORS protocol', url: 'https://fetch.spec.whatwg.org/#http-cors-protocol' },
  nosniff: {
    name: 'WHATWG: Fetch, X-Content-Type-Options',
    url: 'https://fetch.spec.whatwg.org/#x-content-type-options-header',
  },
  frames: {
    name: 'WHATWG: HTML, X-Frame-Options',
    url: 'https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header',
  },
  isolation: {
    name: 'WHATWG: HTML, cross-origin opener policies',
    url: 'https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies',
  },
  mixed: { name: 'W3C: Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' },
  referrer: { name: 'W3C: Referrer Policy', url: 'https://www.w3.org/TR/referrer-policy/' },
  permissions: { name: 'W3C: Permissions Policy', url: 'https://www.w3.org/TR/permissions-policy/' },
} as const;
