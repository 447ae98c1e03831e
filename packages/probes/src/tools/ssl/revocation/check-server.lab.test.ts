import type { DataOf, ProgressOf, Tools } from '@sonde/contract';
import {
  type MaliciousWebServer,
  type RevocationLab,
  reply,
  startMaliciousWebServer,
  startRevocationLab,
} from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeNet, type NodeNet } from '../../../net/node-net.ts';
import { readNetSettings } from '../../../net/settings.ts';
import { checkQuery, measure } from '../../../run.ts';
import { noData } from '../../../testing/no-data.ts';

let lab: RevocationLab;
let web: MaliciousWebServer;
let net: NodeNet;
let list: Buffer | null = null;

beforeAll(async () => {
  // Without a list, the web server never answers.
  [lab, web] = await Promise.all([
    startRevocationLab(),
    startMaliciousWebServer((socket) => (list === null ? undefined : reply(socket, { body: list }))),
  ]);
  const { settings } = readNetSettings({
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error('the settings are wrong');
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await Promise.all([lab?.stop(), web?.stop()]);
});

type Part = ProgressOf<Tools['ssl']>;

async function check(port: number, query: Readonly<Record<string, string>> = {}) {
  const parts: Part[] = [];
  const report = (part: unknown) => void parts.push(part as Part);
  const context = { net, data: noData, signal: AbortSignal.timeout(30_000), report };
  const startedAt = performance.now();
  const answer = await measure(checkQuery('ssl', { domain: `127.0.0.1:${port}`, ...query }), context);
  return { answer: answer as DataOf<Tools['ssl']> & { gaps: unknown }, parts, ms: performance.now() - startedAt };
}

const partOf = (parts: readonly Part[], stage: Part['stage']) => parts.findLast((part) => part.stage === stage);

test('reports a revoked certificate in a later part and in the answer', async () => {
  const crlUrls = [`http://127.0.0.1:${web.port}/ca.crl`];
  const port = await lab.serve(await lab.issue({ crlUrls, isRevoked: true }));
  list = await lab.makeList();
  const { answer, parts } = await check(port);
  expect(answer).toMatchObject({
    valid: false,
    reasons: ['revoked'],
    observations: [{ name: 'revoked', evidence: expect.stringMatching(/was revoked on 2026-01-01 00:00:00 UTC\.$/) }],
    revocation: { status: 'revoked', source: 'crl', revokedAt: '2026-01-01T00:00:00.000Z', why: null },
    issuerRevocations: [{ subject: 'CN=Lab Intermediate,O=Sonde Lab,C=DE', status: 'unknown', source: null }],
    gaps: [],
  });
  expect(partOf(parts, 'certificate')).toMatchObject({ valid: true, reasons: [] });
  const { revocation, reasons, observations } = answer;
  expect(partOf(parts, 'revocation')).toMatchObject({ valid: false, reasons, revocation, observations });
  // No authority is contacted if the query disables it.
  const before = web.connections();
  expect((await check(port, { revocation: 'false' })).answer).toMatchObject({ valid: true, revocation: null });
  expect(web.connections()).toBe(before);
});

test('an authority that never answers causes a gap, but no delay', async () => {
  const ocspUrl = `http://127.0.0.1:${web.port}`;
  list = null;
  const port = await lab.serve(await lab.issue({ ocspUrl, crlUrls: [`${ocspUrl}/ca.crl`] }));
  const without = await check(port, { revocation: 'false' });
  const { answer, ms } = await check(port);
  expect(answer).toMatchObject({
    valid: true,
    revocation: { status: 'unknown', why: expect.stringMatching(/did not answer in time\./) },
    gaps: [{ part: 'revocation', code: 'timeout' }],
  });
  // The check itself takes a second; the responder and the list would be given four more.
  expect(ms - without.ms).toBeLessThan(3000);
});

test('notes a must-staple certificate that comes without a stapled response', async () => {
  const port = await lab.serve(await lab.issue({ more: ['tlsfeature = status_request'] }));
  const { answer } = await check(port);
  expect(answer.notes.map(({ name }) => name)).toContain('MUST_STAPLE');
  expect(answer.revocation).toMatchObject({
    status: 'unknown',
    why: expect.stringMatching(/names neither an OCSP responder/),
  });
  const { answer: plain } = await check(await lab.serve(await lab.issue({})));
  expect(plain.notes.map(({ name }) => name)).not.toContain('MUST_STAPLE');
});
