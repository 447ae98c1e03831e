import { answer, golden, HTTP, HTTPS, hop, page, redirect, start, starting, withFields } from './web-answers.ts';

const refused = (reasons: readonly string[]) => page({ certificate: { trusted: false, reasons } });
const WWW = 'https://www.example.com/';
const listed = (isListed: boolean, entry: string | null, value: string) =>
  withFields({ 'Strict-Transport-Security': value }, { hstsPreload: { isListed, entry } });
const PRELOAD = 'max-age=31536000; includeSubDomains; preload';
const hsts = (value: string | readonly string[] | null) => withFields({ 'Strict-Transport-Security': value });
const failed = (reason: string) => start([], { url: HTTPS, end: 'failed', reason, location: HTTPS });
const families = (ipv6: object) =>
  answer({
    families: {
      ipv4: { reached: true, status: 200, reason: null },
      ipv6: { reached: true, status: 200, reason: null, address: '2001:db8::80', ...ipv6 },
    },
  });
const h3 = 'h3=":443"; ma=86400';
const announced = (versions: object) =>
  withFields({ 'Alt-Svc': h3 }, { versions: { h1: true, h2: true, h3: true, ...versions } });

export const wayGoldens = {
  'web-certificate-refused': golden('bad', refused(['expired']), 'it has expired', page({ certificate: null })),
  'page-from-gatekeeper': golden(
    'note',
    page({ status: 403, headers: [['Server', 'cloudflare']] }),
    'Cloudflare answers in place of example.com, with status 403',
    page({ status: 403 }),
  ),
  'page-asks-to-sign-in': golden('note', page({ status: 401 }), '401', page({ status: 403 })),
  'page-client-error': golden(
    'warn',
    page({ status: 404 }),
    '404',
    page({ status: 403, headers: [['Server', 'cloudflare']] }),
  ),
  'page-server-error': golden('bad', page({ status: 502 }), '502', page({ status: 404 })),
  'body-not-readable': golden(
    'bad',
    answer({ compression: { encoding: 'gzip', problem: 'corrupt' } }),
    'gzip',
    answer({ compression: { problem: 'too-large' } }),
  ),
  'body-cut-off': golden(
    'warn',
    answer({ compression: { bytes: 77, problem: 'reset' } }),
    'after 77 octets',
    answer({ compression: { problem: 'too-large' } }),
  ),
  'redirect-loop': golden(
    'bad',
    starting(start([redirect(HTTPS, WWW), redirect(WWW, HTTPS)], { end: 'loop', location: HTTPS })),
    'https://example.com/ leads back to https://example.com/',
  ),
  'redirects-too-many': golden(
    'bad',
    starting(start([redirect(HTTPS, WWW)], { end: 'too-many', location: `${WWW}1` })),
    'another one to https://www.example.com/1',
  ),
  'redirect-unusable': golden(
    'bad',
    starting(start([redirect(HTTPS, 'x:')], { end: 'bad-location', location: 'x:y' })),
    'x:y',
  ),
  'redirect-not-followed': golden(
    'unknown',
    starting(
      start([redirect(HTTPS, 'http://10.0.0.1/')], {
        end: 'refused-location',
        location: 'http://10.0.0.1/',
        reason: 'special-use',
      }),
    ),
    'http://10.0.0.1/, but its address is private or otherwise special-use, so it was not asked',
  ),
  'redirect-target-silent': golden(
    'bad',
    starting(start([redirect(HTTPS, WWW)], { end: 'failed', location: WWW, reason: 'nxdomain' })),
    'https://www.example.com/, but its name does not exist',
    starting(start([hop(HTTP)]), failed('connection-refused')),
  ),
  'redirect-to-http': golden(
    'warn',
    starting(start([redirect(HTTPS, HTTP), hop(HTTP)])),
    'redirects to http://example.com/',
  ),
  'https-missing': golden(
    'warn',
    starting(start([hop(HTTP)]), failed('connection-refused')),
    'it refuses the connection',
    starting(start([hop(HTTP)]), failed('handshake-failed')),
  ),
  'https-broken': golden(
    'bad',
    starting(start([hop(HTTP)]), failed('handshake-failed')),
    'the TLS handshake fails',
    starting(start([hop(HTTP)]), failed('timeout')),
  ),
  'http-without-redirect': golden(
    'warn',
    starting(start([hop(HTTP)]), start([hop(HTTPS)])),
    'answers with status 200, without encryption',
    starting(start([hop(HTTP)]), failed('timeout')),
  ),
  'redirect-late-to-https': golden(
    'note',
    starting(start([redirect(HTTP, 'http://www.example.com/'), redirect('http://www.example.com/', WWW), hop(WWW)])),
    'The 2 redirects before https://www.example.com/',
  ),
  'redirect-skips-host': golden(
    'note',
    starting(start([redirect(HTTP, WWW), hop(WWW)])),
    'redirects straight to https://www.example.com/',
  ),
  'hsts-missing': golden(
    'warn',
    hsts(null),
    'example.com sends no Strict-Transport-Security',
    page({ headers: [], certificate: { trusted: null, reasons: [] } }),
  ),
  'hsts-invalid': golden('warn', hsts('max-age=1y'), 'max-age=1y', hsts('max-age="31536000"')),
  'hsts-several': golden('note', hsts(['max-age=31536000', 'max-age=1']), 'There are 2 fields'),
  'hsts-withdrawn': golden('warn', hsts('max-age=0'), 'max-age is 0', hsts('max-age=1')),
  'hsts-short': golden('note', hsts('max-age=2592000'), 'for 30 days', hsts('max-age=15552000')),
  'hsts-preload-eligible': golden(
    'note',
    hsts('max-age=31536000; includeSubDomains; preload'),
    'was not determined',
    hsts('max-age=31536000; preload'),
  ),
  'hsts-preload-incomplete': golden(
    'note',
    hsts('max-age=31536000; preload'),
    'lacks includeSubDomains',
    hsts('max-age=31536000'),
  ),
  'hsts-preload-not-listed': golden(
    'note',
    listed(false, null, PRELOAD),
    'which does not have the host',
    listed(true, 'example.com', PRELOAD),
  ),
  'hsts-preload-unasked': golden(
    'note',
    listed(true, 'example.com', 'max-age=31536000'),
    'example.com is in the list of browsers',
    // The entry above it asks for all names below.
    listed(true, 'com', 'max-age=31536000'),
  ),
  'hsts-over-http': golden(
    'note',
    starting(
      start([
        redirect(HTTP, HTTPS, {
          headers: [
            ['Location', HTTPS],
            ['Strict-Transport-Security', 'max-age=1'],
          ],
        }),
        hop(HTTPS),
      ]),
    ),
    'http://example.com/ sends the field without encryption',
  ),
  'http3-announced-in-vain': golden(
    'warn',
    announced({ h3: false }),
    'announced by Alt-Svc, but does not work',
    announced({ h3: true }),
  ),
  'http3-not-determined': golden(
    'unknown',
    announced({ h3: null }),
    'UDP port 443 does not answer',
    announced({ h3: false }),
  ),
  'http3-not-announced': golden(
    'note',
    answer({ versions: { h1: true, h2: true, h3: true } }),
    'announces it nowhere',
    announced({ h3: true }),
  ),
  'http3-missing-in-dns': golden(
    'note',
    withFields({ 'Alt-Svc': h3 }, { versions: { h3: true }, httpsRecords: [{ alpn: ['h2'] }] }),
    'the HTTPS records of the host do not',
    announced({}),
  ),
  'http2-missing': golden(
    'note',
    answer({ versions: { h1: true, h2: false, h3: false } }),
    'does not speak HTTP/2',
    answer({ versions: { h1: true, h2: null, h3: null } }),
  ),
  'family-silent': golden(
    'warn',
    families({ reached: false, status: null, reason: 'timeout' }),
    'By IPv6, 2001:db8::80 has no answer: it does not answer in time',
    families({ reached: null, status: null }),
  ),
  'ipv6-missing': golden(
    'note',
    families({ reached: null, status: null, reason: 'no-address' }),
    'no IPv6 address',
    families({ reached: null, status: null }),
  ),
  'families-differ': golden(
    'warn',
    families({ status: 404 }),
    '200 by IPv4 and 404 by IPv6',
    families({ status: null }),
  ),
  'web-part-unknown': golden(
    'unknown',
    answer({ gaps: [{ part: 'security.txt', code: 'timeout' }] }),
    'Not determined: security.txt.',
  ),
};
