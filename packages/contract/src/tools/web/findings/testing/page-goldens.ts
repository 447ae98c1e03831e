import { answer, golden, page, withFields } from './web-answers.ts';

const meta = (more: object) =>
  answer({ page: { title: null, metaPolicies: [], metaReferrer: null, mixedActive: [], mixedPassive: [], ...more } });
const cookie = (value: string, more: Parameters<typeof withFields>[0] = {}) =>
  withFields({ 'Set-Cookie': value, ...more }, { cookies: [{ name: 'sessionid' }] });
const file = (more: object) => answer({ securityTxt: { problems: [], ...more } });

export const pageGoldens = {
  'mixed-content-blocked': golden(
    'bad',
    meta({ mixedActive: ['http://a.example/x.js'] }),
    'http://a.example/x.js',
    meta({ mixedPassive: ['http://a.example/x.png'] }),
  ),
  'mixed-content-upgraded': golden(
    'note',
    meta({ mixedPassive: ['http://a.example/x.png'] }),
    'http://a.example/x.png',
  ),
  'content-type-missing': golden(
    'warn',
    withFields({ 'Content-Type': null }),
    'There is no Content-Type field',
    withFields({ 'Content-Type': null }, { compression: null }),
  ),
  'nosniff-missing': golden(
    'note',
    withFields({ 'X-Content-Type-Options': 'no-sniff' }),
    'X-Content-Type-Options is no-sniff',
    withFields({ 'X-Content-Type-Options': 'NOSNIFF' }),
  ),
  'referrer-told': golden(
    'warn',
    withFields({ 'Referrer-Policy': 'no-referrer, unsafe-url' }),
    'unsafe-url',
    withFields({ 'Referrer-Policy': 'unsafe-url, no-referrer' }),
  ),
  'referrer-policy-ignored': golden(
    'note',
    withFields({ 'Referrer-Policy': 'none' }),
    'none',
    withFields({ 'Referrer-Policy': 'none, origin' }),
  ),
  'permissions-policy-ignored': golden(
    'note',
    withFields({ 'Permissions-Policy': "camera 'none'" }),
    "camera 'none'",
    withFields({ 'Permissions-Policy': 'camera=()' }),
  ),
  'not-compressed': golden(
    'note',
    answer({ compression: { encoding: null, bytes: 9000, problem: null } }),
    '9000 octets of text/html',
    answer({ compression: { encoding: null, bytes: 900, problem: null } }),
  ),
  'cookie-in-shared-cache': golden(
    'warn',
    cookie('a=b; Secure', { 'Cache-Control': 'public, max-age=60' }),
    'sets a cookie and has Cache-Control: public, max-age=60',
    cookie('a=b; Secure', { 'Cache-Control': 'private, max-age=60' }),
  ),
  'caching-guessed': golden(
    'note',
    withFields({ 'Cache-Control': null, 'Last-Modified': 'x' }),
    'browsers may guess',
    withFields({ 'Cache-Control': null }),
  ),
  'software-version-told': golden(
    'note',
    withFields({ Server: 'nginx/1.26.3' }),
    'server: nginx/1.26.3',
    withFields({ Server: 'nginx' }),
  ),
  'cookie-rejected': golden('warn', cookie('__Host-a=b; Secure'), 'Path=/', cookie('__Host-a=b; Secure; Path=/')),
  'cookie-without-secure': golden(
    'warn',
    cookie('a=b', { 'Strict-Transport-Security': null }),
    'The cookie a has no Secure.',
    cookie('a=; Max-Age=0', { 'Strict-Transport-Security': null }),
  ),
  'cookie-readable-by-scripts': golden(
    'warn',
    cookie('PHPSESSID=b; Secure'),
    'PHPSESSID has no HttpOnly',
    cookie('theme=b; Secure'),
  ),
  'cookie-lifetime-capped': golden(
    'note',
    cookie('a=b; Secure; Max-Age=63072000'),
    '730 days',
    cookie('a=b; Secure; Max-Age=34560000'),
  ),
  'security-txt-missing': golden(
    'note',
    answer({ securityTxt: null, securityTxtStatus: 'absent' }),
    'https://example.com/.well-known/security.txt',
    answer({ securityTxt: null, securityTxtStatus: null }),
  ),
  'security-txt-expired': golden(
    'warn',
    file({ expires: '2026-05-31T12:00:00.000Z' }),
    'expired on 2026-05-31',
    file({ expires: '2026-06-02T12:00:00.000Z' }),
  ),
  'security-txt-invalid': golden(
    'warn',
    file({ problems: ['no-contact'] }),
    'it has no Contact',
    file({ contentType: 'text/plain' }),
  ),
  'security-txt-elsewhere': golden(
    'note',
    file({ canonical: ['https://b.example/.well-known/security.txt'] }),
    'https://b.example',
    file({ canonical: [] }),
  ),
};
export const gatekept = page({ status: 503, headers: [['cf-mitigated', 'challenge']] });
