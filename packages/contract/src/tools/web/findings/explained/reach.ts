import type { Explanation } from '../../../../finding/explanation.ts';
import { field, nothingToMend } from './remedies.ts';
import { sources } from './sources.ts';

/** Versions of HTTP and families of addresses. */
export const reachExplanations = {
  'http3-announced-in-vain': {
    states: ['warn'],
    title: 'HTTP/3 is announced, but does not work',
    meaning: 'Alt-Svc or the HTTPS records promise HTTP/3, and the handshake fails.',
    importance: 'Often the port was opened for TCP only.',
    effect: 'Browsers try it now and then, lose time, and stay with HTTP/2.',
    remedies: {
      Firewall: 'Let UDP through to port 443.',
      'Any server': 'Turn HTTP/3 on, or announce it no longer: Alt-Svc: clear.',
    },
    source: sources.altSvc,
  },
  'http3-not-determined': {
    states: ['unknown'],
    title: 'HTTP/3 is announced, but not determined',
    meaning: 'Alt-Svc or the HTTPS records promise HTTP/3, and nothing answers by UDP from here.',
    importance: 'The server may not answer anybody, or the network of Sonde may not let UDP through.',
    effect: 'Browsers use HTTP/3 where UDP gets through, and else HTTP/2.',
    remedies: nothingToMend,
    source: sources.altSvc,
  },
  'http3-not-announced': {
    states: ['note'],
    title: 'HTTP/3 is not announced',
    meaning: 'The server speaks HTTP/3, but neither Alt-Svc nor HTTPS records tell so.',
    importance: 'Nobody uses it.',
    effect: 'Browsers stay with HTTP/2.',
    remedies: field('Alt-Svc', "h3=':443'; ma=86400"),
    source: sources.altSvc,
  },
  'http3-missing-in-dns': {
    states: ['note'],
    title: 'HTTPS records do not announce HTTP/3',
    meaning: 'Alt-Svc announces HTTP/3, the HTTPS records do not.',
    importance: 'With h3 in the records, also the first visit uses HTTP/3.',
    effect: 'Browsers begin with HTTP/2, and change to HTTP/3 later.',
    remedies: { 'Zone file': 'Add h3 to the alpn of the HTTPS record: `example.com. HTTPS 1 . alpn="h3,h2"`.' },
    source: sources.httpsRecords,
  },
  'http2-missing': {
    states: ['note'],
    title: 'No HTTP/2',
    meaning: 'By https, the server speaks HTTP/1.1 only.',
    importance: 'With HTTP/2, one connection carries all files of a page side by side.',
    effect: 'Browsers open up to six connections, and wait longer.',
    remedies: {
      nginx: '# Before nginx 1.25.1: listen 443 ssl http2;\nhttp2 on;',
      Apache: '# Needs mod_http2.\nProtocols h2 http/1.1',
      Caddy: '# Caddy speaks HTTP/2 unless it was turned off: leave "protocols" out of the global options.',
      HAProxy: 'bind :443 ssl crt /etc/ssl/site/all.pem alpn h2,http/1.1',
    },
    source: sources.http2,
  },
  'family-silent': {
    states: ['warn'],
    title: 'No answer by IPv4 or by IPv6',
    meaning: 'The host has addresses of both families, and answers only by one.',
    importance: 'Visitors who have only the other one reach nothing.',
    effect: 'Browsers with both try the other family after a quarter of a second; those with one show an error.',
    remedies: {
      'Any server': 'Let the server listen at the address, and let the firewall pass ports 80 and 443 there.',
    },
    source: sources.families,
  },
  'ipv6-missing': {
    states: ['note'],
    title: 'No IPv6',
    meaning: 'The host has no AAAA record.',
    importance: 'Networks with IPv6 only, such as many mobile ones, need a translator to reach it.',
    effect: 'Browsers use IPv4.',
    remedies: { 'Zone file': 'Give the server an IPv6 address, then add an AAAA record.' },
    source: sources.families,
  },
  'families-differ': {
    states: ['warn'],
    title: 'IPv4 and IPv6 answer differently',
    meaning: 'The same request has another status by IPv6 than by IPv4.',
    importance: 'Often the site is configured for only one of the addresses.',
    effect: 'Some visitors see another page than others, or an error.',
    remedies: {
      'Any server': 'Configure the site for both families: in nginx, `listen [::]:443 ssl;` beside `listen 443 ssl;`.',
    },
    source: sources.families,
  },
  'web-part-unknown': {
    states: ['unknown'],
    title: 'Part of the check failed',
    meaning: 'Something did not answer in time, or could not be read.',
    importance: 'The parts that could not be checked may be good or bad.',
    effect: 'Browsers that need the same parts may have the same problem.',
    remedies: { 'Any server': 'Check again; if the same part fails, look whether its server answers.' },
    source: sources.redirects,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
