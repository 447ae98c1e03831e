import { answer, golden, withFields } from './web-answers.ts';

const csp = (value: string | null, more: Parameters<typeof withFields>[0] = {}) =>
  withFields({ 'Content-Security-Policy': value, ...more });
const framed = (options: string | null, value = "default-src 'self'") => csp(value, { 'X-Frame-Options': options });
const cors = (allowOrigin: string | null, allowCredentials: string | null) =>
  answer({ cors: { origin: 'https://origin.invalid', allowOrigin, allowCredentials } });
const nonce = "script-src 'nonce-abc' 'strict-dynamic' 'unsafe-inline' https:";

export const policyGoldens = {
  'csp-missing': golden(
    'note',
    csp(null),
    'no Content-Security-Policy',
    withFields({ 'Content-Security-Policy': null }, { page: null }),
  ),
  'csp-report-only': golden(
    'note',
    csp(null, { 'Content-Security-Policy-Report-Only': "default-src 'self'" }),
    'only policy reports',
    csp(null),
  ),
  'csp-partly-ignored': golden(
    'warn',
    csp("script-src self; script-src 'none'; scripts 'self'; img-src 'selff'"),
    "the second script-src, scripts and 'selff' in img-src",
    csp("script-src 'self'"),
  ),
  'csp-without-scripts': golden(
    'note',
    csp("img-src 'self'"),
    'neither script-src nor default-src',
    csp("default-src 'self'"),
  ),
  'csp-allows-inline': golden('note', csp("script-src 'self' 'unsafe-inline'"), "'unsafe-inline'", csp(nonce)),
  'csp-open-sources': golden('note', csp("script-src 'self' https: data:"), 'https: and data:', csp(nonce)),
  'csp-allows-eval': golden(
    'note',
    csp("script-src 'self' 'unsafe-eval'"),
    "'unsafe-eval'",
    csp("script-src 'self' 'wasm-unsafe-eval'"),
  ),
  'csp-without-base-uri': golden(
    'note',
    csp("default-src 'self'"),
    'no base-uri',
    csp("default-src 'self'; base-uri 'self'"),
  ),
  'csp-without-object-src': golden(
    'note',
    csp("script-src 'self'"),
    'neither object-src nor default-src',
    csp("default-src 'self'"),
  ),
  'framing-allowed': golden('note', framed(null), 'neither frame-ancestors nor X-Frame-Options', framed('DENY')),
  'frame-options-contradictory': golden('warn', framed('DENY, SAMEORIGIN'), 'DENY, SAMEORIGIN', framed('DENY, DENY')),
  'frame-options-ignored': golden(
    'warn',
    framed('ALLOW-FROM https://a.example'),
    'ALLOW-FROM https://a.example',
    framed('sameorigin'),
  ),
  'frame-rules-differ': golden(
    'note',
    framed('DENY', "frame-ancestors 'self'"),
    'X-Frame-Options is DENY',
    framed('SAMEORIGIN', "frame-ancestors 'self'"),
  ),
  'cors-reads-as-visitor': golden(
    'bad',
    cors('https://origin.invalid', 'true'),
    'https://origin.invalid',
    cors('https://origin.invalid', 'TRUE'),
  ),
  'cors-without-effect': golden('note', cors('*', 'true'), 'Access-Control-Allow-Origin is *', cors('*', null)),
  'cors-open': golden('note', cors('*', null), 'every other site', cors('https://b.example', null)),
  'isolation-ignored': golden(
    'note',
    withFields({ 'Cross-Origin-Opener-Policy': 'SAME-ORIGIN' }),
    'SAME-ORIGIN',
    withFields({ 'Cross-Origin-Opener-Policy': 'same-origin' }),
  ),
};
