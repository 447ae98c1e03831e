import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type WebCode, webExplanations } from '@sonde/contract/tools/web/explanations';
import { type SiteLab, type SitePorts, type SiteProgram, startSiteLab } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { createStage } from '../../testing/scripted-dns-server.ts';
import { atPorts, openWebNet } from '../../testing/web-net.ts';

const stage = createStage();
let lab: SiteLab;
beforeAll(async () => {
  lab = await startSiteLab();
  await writeFile(join(lab.directory, 'security.txt'), 'Contact: mailto:a@web.test\nExpires: 2099-01-01T00:00:00Z\n');
});
afterAll(() => lab?.stop());
afterEach(() => stage.clear());

type Field = readonly [name: string, value: string];

/** What the application sends, so that its page has the finding. */
const pages: Readonly<Partial<Record<WebCode, readonly Field[]>>> = {
  'http-without-redirect': [],
  'hsts-missing': [],
  'hsts-invalid': [['Strict-Transport-Security', 'max-age=1y']],
  'hsts-withdrawn': [['Strict-Transport-Security', 'max-age=0']],
  'hsts-short': [['Strict-Transport-Security', 'max-age=60']],
  'csp-missing': [],
  'csp-report-only': [['Content-Security-Policy-Report-Only', "default-src 'self'"]],
  'csp-without-scripts': [['Content-Security-Policy', "img-src 'self'"]],
  'csp-allows-inline': [['Content-Security-Policy', "script-src 'self' 'unsafe-inline'"]],
  'csp-open-sources': [['Content-Security-Policy', 'script-src https:']],
  'csp-allows-eval': [['Content-Security-Policy', "script-src 'self' 'unsafe-eval'"]],
  'csp-without-base-uri': [['Content-Security-Policy', "default-src 'self'"]],
  'csp-without-object-src': [['Content-Security-Policy', "script-src 'self'"]],
  'framing-allowed': [['Content-Security-Policy', "default-src 'self'"]],
  'frame-options-contradictory': [['X-Frame-Options', 'DENY, SAMEORIGIN']],
  'frame-options-ignored': [['X-Frame-Options', 'ALLOW-FROM https://a.example']],
  'nosniff-missing': [],
  'referrer-told': [['Referrer-Policy', 'unsafe-url']],
  'referrer-policy-ignored': [['Referrer-Policy', 'none']],
  'permissions-policy-ignored': [['Permissions-Policy', "camera 'none'"]],
  'not-compressed': [],
  'cookie-in-shared-cache': [
    ['Cache-Control', 'public, max-age=60'],
    ['Set-Cookie', 'a=b; Secure'],
  ],
  'caching-guessed': [['Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT']],
  'software-version-told': [['X-Powered-By', 'PHP/8.2.1']],
  'cookie-without-secure': [['Set-Cookie', 'a=b; Path=/']],
  'cookie-readable-by-scripts': [['Set-Cookie', 'PHPSESSID=b; Secure']],
  'security-txt-missing': [],
};

/** Remedies with lines for servers that the pages above cannot try: they need ports, certificates, UDP or a list of hosts. */
const notTried = [
  'hsts-preload-unasked',
  'https-missing',
  'http2-missing',
  'http3-not-announced',
  'redirect-late-to-https',
  'redirect-skips-host',
];

const programs: readonly SiteProgram[] = ['nginx', 'Apache', 'Caddy', 'HAProxy'];
const remedyOf = (code: WebCode, program: SiteProgram): string | null => {
  const { remedies } = webExplanations[code];
  return typeof remedies === 'string' ? null : ((remedies as Partial<Record<string, string>>)[program] ?? null);
};

test('every remedy with lines for a server is tried', () => {
  const withLines = Object.keys(webExplanations).filter((code) => remedyOf(code as WebCode, 'nginx') !== null);
  expect(withLines.filter((code) => !(code in pages)).toSorted()).toEqual(notTried.toSorted());
});

/** Names of their own for each lookup: a host may be checked twice a minute. */
let names = 0;

async function codesOf(code: WebCode, { httpPort, httpsPort }: SitePorts): Promise<string[]> {
  const net = await openWebNet(stage, { trustAnchors: [readFileSync(lab.authority, 'utf8')] });
  names += 1;
  const scheme = code === 'http-without-redirect' ? 'http' : 'https';
  const url = `${scheme}://s${names}.web.test/?fields=${encodeURIComponent(JSON.stringify(pages[code]))}`;
  const labNet = atPorts(net, { http: httpPort, https: httpsPort });
  const query = checkQuery('web', { url });
  const answer = await measure(query, { net: labNet, data: noData, signal: AbortSignal.timeout(30_000) });
  return (answer.findings ?? []).map((finding) => finding.code);
}

const linesOf = (code: WebCode, remedy: string) => {
  const lines = remedy.replaceAll('/etc/security.txt', join(lab.directory, 'security.txt'));
  const inPlace = lines.replace('root * /etc', `root * ${lab.directory}`);
  return code === 'http-without-redirect' ? { http: inPlace } : { https: inPlace };
};

test.each(programs)(
  '%s: each finding is there before its remedy, and gone after it',
  { timeout: 600_000 },
  async (program) => {
    const before = await lab.start(program);
    const wrong: string[] = [];
    for (const code of Object.keys(pages) as WebCode[]) {
      const remedy = remedyOf(code, program);
      if (remedy === null) {
        wrong.push(`${code} has no remedy`);
        continue;
      }
      if (!(await codesOf(code, before)).includes(code)) wrong.push(`${code} is not there before`);
      const after = await lab.start(program, linesOf(code, remedy)).catch((error: unknown) => String(error));
      if (typeof after === 'string') wrong.push(`${code}: ${after}`);
      else if ((await codesOf(code, after)).includes(code)) wrong.push(`${code} is still there`);
    }
    expect(wrong).toEqual([]);
  },
);
