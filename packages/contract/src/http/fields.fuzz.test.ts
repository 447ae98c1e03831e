import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { parseAltSvc } from './alt-svc.ts';
import { parseCacheControl } from './cache-control.ts';
import { isNoSniff, parseContentType } from './content-type.ts';
import { allowsInline, openSources, parseMetaPolicy, parsePolicies, sourcesFor } from './csp/policy.ts';
import { parseFrameOptions } from './frame-options.ts';
import { parseHsts } from './hsts.ts';
import { parseEmbedderPolicy, parseOpenerPolicy, parseResourcePolicy } from './isolation.ts';
import { readMetaTags } from './meta-tags.ts';
import { parsePermissionsPolicy } from './permissions-policy.ts';
import { parseMetaReferrer, parseReferrerPolicy } from './referrer-policy.ts';
import { parseSecurityTxt } from './security-txt.ts';
import { parseSetCookie } from './set-cookie.ts';
import { parseItem, parseList } from './structured-fields.ts';

const nowMs = Date.UTC(2026, 0, 1);

function readPolicies(text: string) {
  for (const policy of [...parsePolicies(text), parseMetaPolicy(text)]) {
    const sources = sourcesFor(policy, 'script-src-elem');
    allowsInline(sources);
    if (sources !== null) openSources(sources);
  }
}

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'Content-Security-Policy': readPolicies,
  'Set-Cookie': (text) => parseSetCookie(text, { isHttps: true, nowMs }),
  'Strict-Transport-Security': parseHsts,
  'security.txt': parseSecurityTxt,
  'Alt-Svc': parseAltSvc,
  'Cache-Control': parseCacheControl,
  'Permissions-Policy': parsePermissionsPolicy,
  'Referrer-Policy': (text) => [parseReferrerPolicy(text), parseMetaReferrer(text)],
  'X-Frame-Options': parseFrameOptions,
  'policies between origins': (text) => [parseOpenerPolicy(text), parseEmbedderPolicy(text), parseResourcePolicy(text)],
  'structured fields': (text) => [parseItem(text), parseList(text)],
  'Content-Type': (text) => [parseContentType(text), isNoSniff(text)],
  'meta elements': readMetaTags,
};

const words =
  "default-src|script-src|'self'|'none'|'unsafe-inline'|'nonce-YQ=='|'sha256-YQ=='|https:|*.a.example|max-age=|31536000|includeSubDomains|preload|Secure|HttpOnly|SameSite=None|Expires=|Thu, 01 Jan 2026 00:00:00 GMT|__Host-|Domain=.|Path=/|h3=\":443\"|ma=|clear|camera=()|(self \"https://a.example\")|-----BEGIN PGP SIGNED MESSAGE-----|Contact: |mailto:a@b.example|Expires: 2027-01-01T00:00:00Z|<meta |http-equiv=|content=|<!--|-->|<script>|</script|&#39;|&quot;|</head>|same-origin|deny|no-referrer|text/html|charset=";
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...words.split('|')),
      fc.constantFrom(...' ,;=:"\'\\()<>&/*?@-.\t\r\n\u0000\u00e9'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

/** Milliseconds that no single header field may take. */
const LIMIT_MS = 5;

/** The shortest of three tries: other work on the machine slows down one of them, but a slow parser all three. */
function shortestMs(read: () => unknown): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && shortest > LIMIT_MS; tries += 1) {
    const startedMs = performance.now();
    read();
    shortest = Math.min(shortest, performance.now() - startedMs);
  }
  return shortest;
}

it.each(Object.entries(parsers))('%s: any text is read without an error, at once', { timeout: 600_000 }, (_, read) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(shortestMs(() => read(text))).toBeLessThan(LIMIT_MS);
    }),
    { numRuns: fuzzRuns(50_000) },
  );
});

const PIECES = [
  ' ', ',', ';', '"', '\\', '(', ')', '=', ':', "'", '<', '&', '-', '*', '*.', 'a', 'a=', 'a;', 'a, ', 'a.', '0',
  '<!--', '<script>', '</', '</script', '<meta ', "'nonce-", 'default-src ', 'Contact:\n', '- \n', '\n', '\u0000',
]; // biome-ignore format: a list of pieces

const HEADS = ['', 'a=', 'script-src ', '<meta a="', '-----BEGIN PGP SIGNED MESSAGE-----\n'];
/** All in the long set, and one of them at random in the short one. */
const chosenHeads = () => (fuzzRuns(2) === 2 ? HEADS : [HEADS[Math.floor(Math.random() * HEADS.length)] ?? '']);

// A parser that is not linear in the length of its text exceeds the time limit of the test.
it.each(Object.entries(parsers))('%s: 256 kB of anything take linear time', (_, read) => {
  for (const piece of PIECES) {
    const long = piece.repeat(Math.ceil(262_144 / piece.length));
    for (const head of chosenHeads()) read(head + long);
  }
});
