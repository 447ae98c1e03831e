import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  behaviourByPath,
  freePort,
  type MaliciousWebServer,
  type SiteLab,
  startMaliciousWebServer,
  startSiteLab,
} from '@sonde/lab';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import type { Net } from '../../net/net.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { askedType, createStage, replyTo } from '../../testing/scripted-dns-server.ts';
import { atPorts, openWebNet } from '../../testing/web-net.ts';

const MAX_BODY = 512 * 1024;
const [A, AAAA] = [1, 28];
const LOOPBACK_6 = Buffer.from('00000000000000000000000000000001', 'hex');

const stage = createStage();
let lab: SiteLab;
let malicious: MaliciousWebServer;
let httpsPort: number;
beforeAll(async () => {
  [lab, malicious] = await Promise.all([startSiteLab(), startMaliciousWebServer(behaviourByPath)]);
  const https = 'location = /blocked { add_header cf-mitigated challenge always; return 403 "Just a moment"; }';
  ({ httpsPort } = await lab.start('nginx', { https }));
});
afterAll(() => Promise.all([lab?.stop(), malicious?.stop()]));
afterEach(() => stage.clear());

const openNet = () => openWebNet(stage, { trustAnchors: [readFileSync(lab.authority, 'utf8')] });

async function lookUp(url: string, net: Net) {
  const answer = await measure(checkQuery('web', { url }), { net, data: noData, signal: AbortSignal.timeout(60_000) });
  const findings = answer.findings ?? [];
  return { ...answer, findings, codes: findings.map(({ code }) => code) };
}

inLongSet(test)('port 80 is closed and https is there: nothing is wrong, and the start says so', async () => {
  const net = atPorts(await openNet(), { http: await freePort(), https: httpsPort });
  const { starts, final, checks } = await lookUp('s.web.test', net);
  expect(starts).toMatchObject([
    { url: 'http://s.web.test/', chain: [], end: 'failed', reason: 'connection-refused' },
    { url: 'https://s.web.test/', end: 'answered', reason: null },
  ]);
  expect(final).toEqual({ url: 'https://s.web.test/', status: 200 });
  expect(checks?.find(({ id }) => id === 'redirects')).toMatchObject({ state: 'good' });
});

describe('HTTP/3 where UDP', () => {
  const page = (fields: readonly (readonly [string, string])[]) =>
    `https://s.web.test:${httpsPort}/?fields=${encodeURIComponent(JSON.stringify(fields))}`;
  const altSvc = ['Alt-Svc', 'h3=":443"; ma=60'] as const;

  /** A port of UDP that takes what comes and never answers. */
  async function withSilence<Result>(work: () => Promise<Result>): Promise<Result> {
    const socket = createSocket('udp4');
    socket.bind(httpsPort, '127.0.0.1');
    await once(socket, 'listening');
    try {
      return await work();
    } finally {
      socket.close();
    }
  }

  test('is silent, and promised by Alt-Svc: not determinable', async () => {
    const { versions, codes } = await withSilence(async () => lookUp(page([altSvc]), await openNet()));
    expect(versions).toMatchObject({ h3: null, h3Reason: 'silent' });
    expect(codes).toContain('http3-not-determined');
    expect(codes).not.toContain('http3-announced-in-vain');
  });

  inLongSet(test)('is silent, and nothing promises it: no finding', async () => {
    const { versions, codes } = await withSilence(async () => lookUp(page([]), await openNet()));
    expect(versions).toMatchObject({ h3: null, h3Reason: 'silent' });
    expect(codes.filter((code) => code.startsWith('http3'))).toEqual([]);
  });

  inLongSet(test)('is closed, and promised by Alt-Svc: announced in vain', async () => {
    const { versions, codes } = await lookUp(page([altSvc]), await openNet());
    expect(versions).toMatchObject({ h3: false, h3Reason: 'closed' });
    expect(codes).toContain('http3-announced-in-vain');
  });
});

test('a certificate that browsers refuse does not end the check, and is the first finding', async () => {
  const { final, findings, compression } = await lookUp(`https://other.test:${httpsPort}/`, await openNet());
  expect(final.status).toBe(200);
  expect(compression?.decodedBytes).toBeGreaterThan(3000);
  expect(findings[0]).toMatchObject({ code: 'web-certificate-refused', state: 'bad' });
});

inLongSet(test)('a challenge is shown as the answer of the gatekeeper, not as an error of the page', async () => {
  const { final, findings, codes, checks } = await lookUp(`https://s.web.test:${httpsPort}/blocked`, await openNet());
  expect(final.status).toBe(403);
  expect(findings.find(({ code }) => code === 'page-from-gatekeeper')?.evidence).toMatch(/the gatekeeper’s answer/);
  expect(codes).not.toContain('page-client-error');
  expect(checks?.[0]).toMatchObject({ id: 'answer', state: 'unknown' });
});

test('IPv6 is broken and IPv4 is well: one finding, and a column for each', async () => {
  const resolver = await stage.serve({
    udp({ bytes, reply }) {
      const type = askedType(bytes);
      const addresses = type === A ? [Buffer.of(127, 0, 0, 1)] : type === AAAA ? [LOOPBACK_6] : [];
      reply(replyTo(bytes, addresses.length > 0 ? { answers: addresses } : {}));
    },
  });
  // nginx listens on IPv4 only.
  const net = await openWebNet(stage, {
    resolvers: [resolver],
    allowNetworks: ['127.0.0.0/8', '::1/128'],
    trustAnchors: [readFileSync(lab.authority, 'utf8')],
  });
  const { families, findings, final } = await lookUp(`https://s.web.test:${httpsPort}/`, net);
  expect(final.status).toBe(200);
  expect(families).toMatchObject({
    ipv4: { reached: true, status: 200, address: '127.0.0.1' },
    ipv6: { reached: false, status: null, address: '::1', reason: 'connection-refused' },
  });
  expect(findings.filter(({ code }) => /^(?:family|families|ipv6)-/.test(code))).toMatchObject([
    { code: 'family-silent', state: 'warn' },
  ]);
});

describe('a body', () => {
  const at = async (path: string) => lookUp(`http://127.0.0.1:${malicious.port}${path}`, await openNet());

  test.each(firstOf(1, ['/endless-body', '/bomb', '/brotli-bomb', '/endless-empty-blocks']))(
    '%s is read up to its limit, and the rest of the answer is there',
    async (path) => {
      const { compression, final, versions } = await at(path);
      expect(compression).toMatchObject({ problem: 'too-large', isComplete: false });
      expect(compression?.bytes).toBeLessThanOrEqual(MAX_BODY);
      expect(compression?.decodedBytes).toBeLessThanOrEqual(MAX_BODY);
      expect([final.status, versions.h1]).toEqual([200, true]);
    },
  );

  inLongSet(test)('that drips is read until the deadline, and what came is shown', async () => {
    const { compression, codes } = await at('/slow-body');
    expect(compression).toMatchObject({ problem: 'timeout', isComplete: false });
    expect(compression?.bytes).toBeGreaterThan(0);
    expect(codes).toContain('body-cut-off');
  });
});
