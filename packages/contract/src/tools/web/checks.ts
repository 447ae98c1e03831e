import type { Check } from '../../finding/check.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import { combinedValue } from '../../http/header-fields.ts';
import { parseHsts } from '../../http/hsts.ts';
import { counted } from '../../text/counted.ts';
import type { web } from './contract.ts';
import { policiesOf } from './findings/judged/csp.ts';
import { announcedHttp3 } from './findings/judged/reach.ts';
import { allHops, hostIn, isAddress, isDocument, isHttps, pageHop } from './findings/subject.ts';

type Answer = Unjudged<typeof web>;

const hasPage = (answer: Answer) => pageHop(answer) !== null;

function hasDocument(answer: Answer): boolean {
  const hop = pageHop(answer);
  return hop !== null && isDocument(hop);
}

export const webChecks: readonly Check<typeof web>[] = [
  {
    id: 'answer',
    title: 'Final page',
    codes: [
      'page-from-gatekeeper',
      'page-asks-to-sign-in',
      'page-client-error',
      'page-server-error',
      'body-not-readable',
      'body-cut-off',
    ],
    // What a gatekeeper answers says nothing about the page.
    worse: { 'page-from-gatekeeper': 'unknown' },
    withoutFindings: (answer) => (hasPage(answer) ? `Status ${answer.final.status}` : null),
  },
  {
    id: 'certificate',
    title: 'Certificate',
    codes: ['web-certificate-refused'],
    applies: (answer) => allHops(answer).some(({ url }) => isHttps(url)),
    withoutFindings(answer) {
      const secure = allHops(answer).filter(({ url }) => isHttps(url));
      return secure.every(({ certificate }) => certificate?.trusted === true) ? 'Accepted by browsers' : null;
    },
  },
  {
    id: 'redirects',
    title: 'Redirects',
    codes: [
      'redirect-loop',
      'redirects-too-many',
      'redirect-unusable',
      'redirect-not-followed',
      'redirect-target-silent',
      'redirect-to-http',
      'https-missing',
      'https-broken',
      'http-without-redirect',
      'redirect-late-to-https',
      'redirect-skips-host',
    ],
    withoutFindings({ starts, chain }) {
      if (starts.some(({ end, chain: hops }) => end !== 'answered' && hops.length > 0)) return null;
      const plain = starts.find(({ url }) => !isHttps(url));
      if (plain?.chain.some(({ url }) => isHttps(url))) return 'http leads to https';
      return chain.length > 1 ? counted(chain.length - 1, 'redirect') : 'None';
    },
  },
  {
    id: 'hsts',
    title: 'HSTS',
    codes: [
      'hsts-missing',
      'hsts-invalid',
      'hsts-several',
      'hsts-withdrawn',
      'hsts-short',
      'hsts-preload-eligible',
      'hsts-preload-incomplete',
      'hsts-preload-not-listed',
      'hsts-preload-unasked',
      'hsts-over-http',
    ],
    applies: ({ final: { url } }) => isHttps(url) && !isAddress(hostIn(url)),
    withoutFindings: hstsWords,
    summary: (answer) => hstsWords(answer),
  },
  {
    id: 'csp',
    title: 'Content policy',
    codes: [
      'csp-missing',
      'csp-report-only',
      'csp-partly-ignored',
      'csp-without-scripts',
      'csp-allows-inline',
      'csp-open-sources',
      'csp-allows-eval',
      'csp-without-base-uri',
      'csp-without-object-src',
    ],
    // A text or an image runs no scripts.
    applies: (answer) => hasDocument(answer),
    withoutFindings: (answer) => ((policiesOf(answer)?.policies.length ?? 0) > 0 ? 'Limits scripts' : null),
  },
  {
    id: 'other-sites',
    title: 'Other sites',
    codes: [
      'framing-allowed',
      'frame-options-contradictory',
      'frame-options-ignored',
      'frame-rules-differ',
      'cors-reads-as-visitor',
      'cors-without-effect',
      'cors-open',
      'isolation-ignored',
    ],
    applies: hasPage,
    withoutFindings: ({ cors }) => (cors === null ? null : 'Cannot frame or read the page'),
  },
  {
    id: 'content',
    title: 'Content',
    codes: [
      'mixed-content-blocked',
      'mixed-content-upgraded',
      'content-type-missing',
      'nosniff-missing',
      'referrer-told',
      'referrer-policy-ignored',
      'permissions-policy-ignored',
      'not-compressed',
      'cookie-in-shared-cache',
      'caching-guessed',
      'software-version-told',
    ],
    applies: hasPage,
    withoutFindings: ({ compression }) =>
      compression === null || compression.problem !== null ? null : (compression.encoding ?? 'Not compressed'),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    codes: ['cookie-rejected', 'cookie-without-secure', 'cookie-readable-by-scripts', 'cookie-lifetime-capped'],
    withoutFindings: ({ cookies }) => (cookies.length === 0 ? 'None' : counted(cookies.length, 'cookie')),
  },
  {
    id: 'security-txt',
    title: 'Security contact',
    codes: ['security-txt-missing', 'security-txt-expired', 'security-txt-invalid', 'security-txt-elsewhere'],
    applies: hasPage,
    withoutFindings: ({ securityTxt }) =>
      securityTxt === null || securityTxt.expires === null ? null : `Until ${securityTxt.expires.slice(0, 10)}`,
  },
  {
    id: 'versions',
    title: 'HTTP versions',
    codes: [
      'http3-announced-in-vain',
      'http3-not-determined',
      'http3-not-announced',
      'http3-missing-in-dns',
      'http2-missing',
    ],
    withoutFindings: versionWords,
    summary(answer) {
      const { altSvc, dns } = announcedHttp3(answer);
      const isDoubtful = (altSvc === true || dns === true) && answer.versions.h3 !== true;
      return isDoubtful ? null : versionWords(answer);
    },
  },
  {
    id: 'families',
    title: 'IPv4 and IPv6',
    codes: ['family-silent', 'ipv6-missing', 'families-differ'],
    withoutFindings: ({ families: { ipv4, ipv6 } }) => {
      const answering = [ipv4.reached === true ? 'IPv4' : '', ipv6.reached === true ? 'IPv6' : ''].filter(Boolean);
      return answering.length === 0 ? null : answering.join(' and ');
    },
  },
  {
    id: 'completeness',
    title: 'Completeness',
    ofAll: true,
    codes: ['web-part-unknown'],
    withoutFindings: ({ gaps }) => (gaps.length === 0 ? 'Nothing is missing' : null),
  },
];

const DAY = 86_400;

/** `365 days`, and whether the host is in the list of browsers; null for a page without a field that browsers apply. */
function hstsWords(answer: Answer): string | null {
  const hop = answer.chain.at(-1);
  if (hop?.certificate?.trusted !== true) return null;
  const read = parseHsts(combinedValue(hop.headers, 'strict-transport-security') ?? '');
  if (read === null || read.maxAge === 0) return null;
  return `${counted(Math.floor(read.maxAge / DAY), 'day')}${answer.hstsPreload?.isListed === true ? ', preloaded' : ''}`;
}

function versionWords({ versions: { h1, h2, h3 } }: Answer): string | null {
  const spoken = [h1 === true ? 'HTTP/1.1' : '', h2 === true ? 'HTTP/2' : '', h3 === true ? 'HTTP/3' : ''];
  return spoken.filter(Boolean).join(', ') || null;
}
