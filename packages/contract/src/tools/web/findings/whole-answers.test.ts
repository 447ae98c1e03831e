import { expect, it } from 'vitest';
import { judgeAnswer } from '../../../answers/answer-checks.ts';
import { verdictsOn } from '../../../testing/golden-findings.ts';
import { web } from '../contract.ts';
import { isOfHost } from '../no-answer.ts';
import { gatekept } from './testing/page-goldens.ts';
import { answer, fields, HTTP, HTTPS, hop, page, redirect, sound, start, starting } from './testing/web-answers.ts';

it('a site without any problem has no findings, and twelve good checks', () => {
  expect(verdictsOn('web', sound)).toEqual([]);
  const { verdict, checks } = judgeAnswer('web', sound);
  expect(verdict).toBe('good');
  expect(checks.map(({ title, state, summary }) => `${state} ${title}: ${summary}`)).toEqual([
    'good Final page: Status 200',
    'good Certificate: Accepted by browsers',
    'good Redirects: http leads to https',
    'good HSTS: 365 days',
    'good Content policy: Limits scripts',
    'good Other sites: Cannot frame or read the page',
    'good Content: br',
    'good Cookies: None',
    'good Security contact: Until 2027-06-30',
    'good HTTP versions: HTTP/1.1, HTTP/2',
    'good IPv4 and IPv6: IPv4 and IPv6',
    'good Completeness: Nothing is missing',
  ]);
});

it('optional fields that are missing never make more of a page than notes', () => {
  const bare = page({
    headers: [
      ['Content-Type', 'text/html'],
      ['Strict-Transport-Security', 'max-age=31536000'],
    ],
  });
  expect(verdictsOn('web', bare).filter((verdict) => !verdict.startsWith('note'))).toEqual([]);
  expect(judgeAnswer('web', bare).verdict).toBe('good');
});

it('the certificate comes first, and Strict-Transport-Security does not count without it', () => {
  const refused = page({ headers: [], certificate: { trusted: false, reasons: ['expired', 'hostname-mismatch'] } });
  const verdicts = verdictsOn('web', refused);
  expect(verdicts[0]).toBe('bad web-certificate-refused');
  expect(verdicts.join()).not.toContain('hsts');
});

it('an answer of a gatekeeper is not an error of the page, and the page is not good', () => {
  const verdicts = verdictsOn('web', gatekept);
  expect(verdicts).toContain('note page-from-gatekeeper');
  expect(verdicts.join()).not.toContain('page-server-error');
  expect(judgeAnswer('web', gatekept).checks[0]?.state).toBe('unknown');
});

it('a closed port 80 is nothing to mend where https answers', () => {
  const closed = answer({
    starts: [start([], { url: HTTP, end: 'failed', reason: 'connection-refused' }), start([hop(HTTPS)])],
  });
  expect(verdictsOn('web', closed)).toEqual([]);
});

it.each(web.reasons.filter((reason) => !isOfHost(reason)))(
  '%s says nothing about a host: neither that a redirect, https or a family does not work',
  (reason) => {
    const family = { address: null, reached: false, status: null, reason, visits: [] };
    const unasked = answer({
      starts: [
        start([hop(HTTP)]),
        start([], { url: HTTPS, end: 'failed', reason }),
        start([redirect(HTTP, HTTPS)], { end: 'failed', location: HTTPS, reason }),
      ],
      families: { ...sound.families, ipv6: family },
    });
    const codes = verdictsOn('web', unasked);
    expect(codes.filter((one) => /https-|target-silent|family-silent/.test(one))).toEqual([]);
    expect(codes).toContain('unknown redirect-not-followed');
  },
);

it('what http and https lead to is told once', () => {
  const circle = `${HTTPS}again`;
  const loop = { end: 'loop', location: HTTPS } as const;
  const both = answer({
    starts: [
      start([redirect(HTTP, HTTPS), redirect(HTTPS, circle), redirect(circle, HTTPS)], loop),
      start([redirect(HTTPS, circle), redirect(circle, HTTPS)], loop),
    ],
  });
  expect(verdictsOn('web', both).filter((one) => one.includes('redirect-loop'))).toHaveLength(1);
});

it('a host that redirects by http to itself first is judged on its own fields too', () => {
  const www = 'https://www.example.com/';
  const chain = [redirect(HTTP, HTTPS), redirect(HTTPS, www), hop(www)];
  expect(verdictsOn('web', starting(start(chain)))).toEqual(['note hsts-missing']);
});

it('a policy in a meta element counts, and a response that is no document needs none', () => {
  const meta = { title: null, metaPolicies: ["default-src 'self'; base-uri 'none'"], metaReferrer: null };
  const headers = fields({ 'Content-Security-Policy': null, 'X-Frame-Options': 'DENY' });
  expect(verdictsOn('web', page({ headers }, { page: { ...meta, mixedActive: [], mixedPassive: [] } }))).toEqual([]);
  const json = fields({ 'Content-Security-Policy': null, 'Content-Type': 'application/json' });
  const text = page({ headers: json }, { page: null });
  expect(verdictsOn('web', text)).toEqual([]);
  expect(judgeAnswer('web', text).checks.map(({ id }) => id)).not.toContain('csp');
});

it('the command of a fix names the host, and its port where that is not the usual one', () => {
  const fixOf = (url: string) => {
    const last = hop(url, { headers: fields({ 'Strict-Transport-Security': null }) });
    return judgeAnswer('web', starting(start([last]))).findings.find(({ code }) => code === 'hsts-missing')?.fix;
  };
  expect(fixOf('https://example.com/a?b=$(c)')).toMatch(/Verify with: sonde web example\.com$/);
  expect(fixOf('https://example.com:8443/a')).toMatch(/Verify with: sonde web https:\/\/example\.com:8443\/$/);
});
