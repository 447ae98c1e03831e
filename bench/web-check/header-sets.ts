/** Header fields of one page, with what else the two judges look at. */
export interface HeaderSet {
  readonly name: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Elements in the head of the page. */
  readonly head: string;
}

const set = (name: string, fields: HeaderSet['fields'], head = ''): HeaderSet => ({ name, fields, head });
const one = (field: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => set(name, [[field, value]]));

/** The origin with which both ask for CORS. */
export const ORIGIN = 'https://origin.invalid';

/** Sixty pages: of every field the usual values, the mistakes that are made with it, and the borders between them. */
export const headerSets: readonly HeaderSet[] = [
  set('nothing', []),
  set('all', [
    ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload'],
    ['Content-Security-Policy', "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Set-Cookie', '__Host-sess=1; Secure; HttpOnly; SameSite=Lax; Path=/'],
  ]),
  ...one('Strict-Transport-Security', {
    'hsts year': 'max-age=31536000',
    'hsts half a year': 'max-age=15552000',
    'hsts month': 'max-age=2592000',
    'hsts zero': 'max-age=0',
    'hsts quoted': 'max-age="31536000"',
    'hsts upper case': 'MAX-AGE=31536000; INCLUDESUBDOMAINS',
    'hsts letters': 'max-age=31536000s',
    'hsts without age': 'includeSubDomains',
    'hsts age twice': 'max-age=31536000; max-age=0',
    'hsts with comma': 'max-age=31536000, includeSubDomains',
  }),
  set('hsts two fields', [
    ['Strict-Transport-Security', 'max-age=31536000'],
    ['Strict-Transport-Security', 'max-age=0'],
  ]),
  ...one('Content-Security-Policy', {
    'csp self': "default-src 'self'",
    'csp none': "default-src 'none'",
    'csp inline': "default-src 'self'; script-src 'self' 'unsafe-inline'",
    'csp inline with nonce': "script-src 'nonce-abcdefgh12345678' 'unsafe-inline'; object-src 'none'",
    'csp inline with hash':
      "script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=' 'unsafe-inline'; object-src 'none'",
    'csp strict': "script-src 'nonce-abcdefgh12345678' 'strict-dynamic' https: 'unsafe-inline'; object-src 'none'",
    'csp inline styles': "default-src 'self'; style-src 'self' 'unsafe-inline'",
    'csp eval': "default-src 'self'; script-src 'self' 'unsafe-eval'",
    'csp https': 'default-src https:',
    'csp star': 'default-src *',
    'csp http': "default-src 'self'; script-src http://cdn.example",
    'csp data': "default-src 'self'; script-src 'self' data:",
    'csp images by http': "default-src 'self'; img-src http:",
    'csp only images': "img-src 'self'",
    'csp only frames': "frame-ancestors 'self'",
    'csp without objects': "script-src 'self'",
    'csp upgrade': 'upgrade-insecure-requests',
    'csp twice': "script-src 'self'; script-src 'unsafe-inline'; object-src 'none'",
    'csp misspelt': "default-src 'self'; scripts-src 'self'",
    'csp without quotes': 'default-src self',
    'csp two policies': "default-src 'self', script-src 'unsafe-inline'",
    'csp empty': ' ',
  }),
  set('csp two fields', [
    ['Content-Security-Policy', "script-src 'self' 'unsafe-inline'; object-src 'none'"],
    ['Content-Security-Policy', "script-src 'self'; object-src 'none'"],
  ]),
  set('csp only reports', [['Content-Security-Policy-Report-Only', "default-src 'self'"]]),
  set('csp in the page', [], `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`),
  ...one('X-Frame-Options', {
    'frames deny': 'DENY',
    'frames same origin': 'sameorigin',
    'frames allow from': 'ALLOW-FROM https://a.example',
    'frames two values': 'DENY, SAMEORIGIN',
    'frames all': 'ALLOWALL',
  }),
  ...one('X-Content-Type-Options', {
    'type kept': 'NoSniff',
    'type misspelt': 'no-sniff',
    'type twice': 'nosniff, nosniff',
  }),
  ...one('Referrer-Policy', {
    'referrer none': 'no-referrer',
    'referrer all': 'unsafe-url',
    'referrer origin': 'origin',
    'referrer downgrade': 'no-referrer-when-downgrade',
    'referrer list': 'no-referrer, strict-origin-when-cross-origin',
    'referrer unknown': 'nothing',
  }),
  ...one('Access-Control-Allow-Origin', { 'cors star': '*', 'cors one': 'https://a.example' }),
  set('cors as asked, with cookies', [
    ['Access-Control-Allow-Origin', ORIGIN],
    ['Access-Control-Allow-Credentials', 'true'],
  ]),
  set('cors null, with cookies', [
    ['Access-Control-Allow-Origin', 'null'],
    ['Access-Control-Allow-Credentials', 'true'],
  ]),
  ...one('Cross-Origin-Resource-Policy', { 'resource same site': 'same-site', 'resource unknown': 'same-host' }),
  ...one('Set-Cookie', {
    'cookie bare': 'theme=dark',
    'cookie secure': 'theme=dark; Secure',
    'cookie of a session': 'sessionid=1; Secure',
    'cookie of a session, hidden': 'sessionid=1; Secure; HttpOnly',
    'cookie for all sites': 'theme=dark; SameSite=None',
    'cookie against forgery': 'csrftoken=1; Secure',
    'cookie with a wrong prefix': '__Host-a=1; Secure',
    'cookie with a wrong word': 'theme=dark; Secure; SameSite=Sometimes',
  }),
];
