import { readFileSync } from 'node:fs';
import { startWebLab, type WebLab } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LocalData } from '../../data/data.ts';
import type { NetSettings } from '../../net/settings.ts';
import { readPreloadList } from '../../protocols/hsts-preload/preload-list.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { createStage } from '../../testing/scripted-dns-server.ts';
import { openWebNet } from '../../testing/web-net.ts';

const stage = createStage();
let lab: WebLab;
beforeAll(async () => {
  lab = await startWebLab();
});
afterAll(() => lab?.stop());
afterEach(() => stage.clear());

async function lookUp(url: string, settings: Partial<NetSettings> = {}, data: LocalData = noData) {
  const net = await openWebNet(stage, { trustAnchors: [readFileSync(lab.authority, 'utf8')], ...settings });
  return measure(checkQuery('web', { url }), { net, data, signal: AbortSignal.timeout(30_000) });
}

test('measures a page of nginx by https', async () => {
  const url = `https://web.test:${lab.httpsPort}/plain`;
  const answer = await lookUp(url);
  const { chain, families, ...rest } = answer;
  expect(chain).toMatchObject([
    { url, address: '127.0.0.1', httpVersion: '1.1', status: 200, location: null, certificate: { trusted: true } },
  ]);
  expect(chain[0]?.headers.map(([name]) => name)).toEqual([
    'Server',
    'Date',
    'Content-Type',
    'Content-Length',
    'Connection',
  ]);
  expect(chain[0]?.timing.tlsMs).toBeGreaterThan(0);
  expect(rest).toMatchObject({
    final: { url, status: 200 },
    hsts: null,
    hstsPreload: null,
    cookies: [],
    securityTxtStatus: 'absent',
    compression: { encoding: null, bytes: 5, decodedBytes: 5, isComplete: true, problem: null },
    page: null,
    cors: { allowOrigin: null },
    versions: { h1: true, h2: false, h3: false, h3Reason: 'closed', quic: [] },
    httpsRecords: [],
    gaps: [],
  });
  expect(families).toMatchObject({
    ipv4: { reached: true, status: 200, address: '127.0.0.1' },
    ipv6: { reached: null, status: null, address: null, reason: 'no-address', visits: [] },
  });
});

test('goes on with a certificate that is not trusted, and says why', async () => {
  const { chain } = await lookUp(`https://other.test:${lab.httpsPort}/plain`, { trustAnchors: [] });
  expect(chain[0]).toMatchObject({ status: 200, certificate: { trusted: false } });
  expect(chain[0]?.certificate?.reasons).toContain('hostname_mismatch');
});

test('follows redirects, from https to http too', async () => {
  const start = `https://web.test:${lab.httpsPort}/down`;
  const { chain, final } = await lookUp(start);
  const end = `http://web.test:${lab.httpPort}/plain`;
  expect(chain).toMatchObject([
    { url: start, status: 302, location: end },
    { url: end, status: 200, location: null, certificate: null },
  ]);
  expect(final).toEqual({ url: end, status: 200 });
});

describe('with a list of preloaded hosts', () => {
  const url = () => `https://web.test:${lab.httpsPort}/plain`;
  const listed = (entry: object) =>
    readPreloadList(JSON.stringify({ entries: [{ name: 'other.example', mode: 'force-https' }, entry] }));
  const withList = (preloadList: LocalData['preloadList']) => lookUp(url(), {}, { ...noData, preloadList });

  test.each([
    [
      { name: 'web.test', mode: 'force-https' },
      { isListed: true, entry: 'web.test' },
    ],
    [
      { name: 'test', mode: 'force-https', include_subdomains: true },
      { isListed: true, entry: 'test' },
    ],
    [
      { name: 'test', mode: 'force-https' },
      { isListed: false, entry: null },
    ],
  ])('that has %j, membership is told', async (entry, membership) => {
    expect(await withList(async () => listed(entry))).toMatchObject({ hstsPreload: membership, gaps: [] });
  });

  test('that cannot be read, membership is a gap', async () => {
    const answer = await withList(() => Promise.reject(new Error('damaged')));
    const gaps = [{ part: 'HSTS preload list', code: 'source-failed' }];
    expect(answer).toMatchObject({ hstsPreload: null, gaps });
  });
});

test('fails with the reason of the last start if there is no response', async () => {
  await expect(lookUp('https://web.test:1/')).rejects.toMatchObject({
    code: 'refused-target',
    reason: 'not-allowed-port',
  });
  await expect(lookUp('10.0.0.1')).rejects.toMatchObject({ code: 'refused-target', reason: 'special-use' });
  await expect(lookUp(`https://web.test:${lab.httpPort}/`)).rejects.toMatchObject({
    code: 'protocol',
    reason: 'not-tls',
  });
});
