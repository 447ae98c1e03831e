import { answerOf } from '../../../../testing/answer-of.ts';
import type { Golden } from '../../../../testing/golden-findings.ts';
import { web } from '../../contract.ts';

type Field = readonly [name: string, value: string];

/** Header fields of a page without anything to say about. */
export const soundFields: readonly Field[] = [
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Cache-Control', 'no-cache'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['Content-Security-Policy', "default-src 'self'; base-uri 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Server', 'nginx'],
];

/** The sound fields with others in place of those with the same names; null takes one away. */
export const fields = (others: Readonly<Record<string, string | readonly string[] | null>>): Field[] => [
  ...soundFields.filter(([name]) => !(name in others)),
  ...Object.entries(others).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one): Field => [name, one]),
  ),
];

export const hop = (url: string, more: object = {}) => ({
  url,
  address: '192.0.2.80',
  status: 200,
  headers: soundFields,
  location: null,
  certificate: url.startsWith('https:') ? { trusted: true, reasons: [] } : null,
  ...more,
});

export const redirect = (from: string, to: string, more: object = {}) =>
  hop(from, { status: 301, headers: [['Location', to]], location: to, ...more });

export const start = (chain: readonly { readonly url: string }[], more: object = {}) => ({
  url: chain[0]?.url ?? 'https://example.com/',
  chain,
  end: 'answered',
  reason: null,
  location: null,
  ...more,
});

export const HTTP = 'http://example.com/';
export const HTTPS = 'https://example.com/';

const family = { reached: true, status: 200, reason: null, visits: [] };

/** The answer about a site without problems, with the changes of a case. */
export const answer = (more: object = {}) =>
  answerOf(web, {
    url: 'example.com',
    starts: [start([redirect(HTTP, HTTPS), hop(HTTPS)]), start([hop(HTTPS)])],
    chain: [hop(HTTPS)],
    final: { url: HTTPS, status: 200 },
    hsts: {},
    hstsPreload: null,
    cookies: [],
    securityTxt: {},
    securityTxtStatus: 'found',
    compression: { encoding: 'br', bytes: 8210, decodedBytes: 41_377, isComplete: true, problem: null },
    page: { title: 'Example', metaPolicies: [], metaReferrer: null, mixedActive: [], mixedPassive: [] },
    cors: { origin: 'https://origin.invalid', allowOrigin: null, allowCredentials: null },
    versions: { h1: true, h2: true, h3: null, quic: [] },
    httpsRecords: [],
    families: { ipv4: family, ipv6: family },
    gaps: [],
    checkedAt: '2026-06-01T12:00:00.000Z',
    ...more,
  });

/** The same site with another last response. */
export function page(more: object, rest: object = {}) {
  const last = hop(HTTPS, more);
  const { url, status } = last;
  return answer({
    starts: [start([redirect(HTTP, url), last]), start([last])],
    chain: [last],
    final: { url, status },
    ...rest,
  });
}

/** The same site with other header fields. */
export const withFields = (others: Parameters<typeof fields>[0], rest: object = {}) =>
  page({ headers: fields(others) }, rest);

/** The same site with other starts; the last one is the one that counts. */
export function starting(...starts: readonly ReturnType<typeof start>[]) {
  const chain = starts.findLast((one) => one.chain.length > 0)?.chain ?? [];
  const last = chain.at(-1) as { url: string; status: number };
  return answer({ starts, chain, final: { url: last.url, status: last.status } });
}

export const sound = answer();

/** A finding, an answer that has it, and one that does not. */
export const golden = (state: Golden['state'], has: object, evidence: string, hasNot: object = sound): Golden =>
  ({ state, has, evidence, hasNot }) as Golden;
