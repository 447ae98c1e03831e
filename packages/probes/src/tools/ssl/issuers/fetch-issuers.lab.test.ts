import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DataOf, Tools } from '@sonde/contract';
import {
  type MaliciousWebServer,
  type RevocationLab,
  reply,
  startMaliciousWebServer,
  startRevocationLab,
} from '@sonde/lab';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstOf } from '../../../../../../scripts/test/vitest-settings.ts';
import { createNodeNet, type NodeNet } from '../../../net/node-net.ts';
import { type NetSettings, readNetSettings } from '../../../net/settings.ts';
import { checkQuery, measure } from '../../../run.ts';
import { noData } from '../../../testing/no-data.ts';

let lab: RevocationLab;
let web: MaliciousWebServer;
let net: NodeNet;
let settings: NetSettings;
let port: number;
let intermediate: X509Certificate;
let published: Buffer | string | null = null;

const NAME = 'CN=Lab Intermediate,O=Sonde Lab,C=DE';
const END = '-----END CERTIFICATE-----\n';

beforeAll(async () => {
  // Without a document, the web server never answers.
  [lab, web] = await Promise.all([
    startRevocationLab(),
    startMaliciousWebServer((socket) =>
      published === null ? undefined : reply(socket, published === '' ? { status: 404 } : { body: published }),
    ),
  ]);
  const read = readNetSettings({
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (read.settings === null) throw new Error('the settings are wrong');
  settings = read.settings;
  const aia = `authorityInfoAccess = caIssuers;URI:http://127.0.0.1:${web.port}/intermediate.der`;
  const leaf = await lab.issue({ more: [aia] });
  intermediate = new X509Certificate((await lab.chainOf(leaf)).split(END)[1] + END);
  port = await lab.serveAlone(leaf);
});
// A new network layer per test: its limit of connections to one address would otherwise refuse the last checks.
beforeEach(() => {
  net = createNodeNet(settings);
});
afterEach(() => net?.close());
afterAll(async () => {
  await Promise.all([lab?.stop(), web?.stop()]);
});

async function check(query: Readonly<Record<string, string>> = {}) {
  const context = { net, data: noData, signal: AbortSignal.timeout(30_000), report: () => {} };
  return (await measure(checkQuery('ssl', { domain: `127.0.0.1:${port}`, ...query }), context)) as DataOf<
    Tools['ssl']
  > & { findings: readonly { code: string; evidence: string; fix: string | null }[] };
}

const incompleteIn = ({ findings }: Awaited<ReturnType<typeof check>>) =>
  findings.find(({ code }) => code === 'incomplete-chain');

test.each(
  firstOf(1, [
    ['DER', () => intermediate.raw],
    ['PEM', () => intermediate.toString()],
  ]),
)('the missing certificate is fetched and verified: %s', async (_, published_) => {
  published = published_();
  const answer = await check();
  expect(answer).toMatchObject({ valid: false, reasons: ['incomplete_chain'], missingIssuer: NAME, builtChain: [] });
  expect(answer.missingCertificates).toMatchObject({ subjects: [NAME], leadsToRoot: true, why: null });
  expect(new X509Certificate(answer.missingCertificates?.pem ?? '').fingerprint256).toBe(intermediate.fingerprint256);
  expect(incompleteIn(answer)?.fix).toContain('Sonde has fetched');
});

test.each(
  firstOf<[string, () => Promise<Buffer | string | null>, RegExp]>(1, [
    ['another certificate', async () => readFile(lab.caFile), /sent another one, CN=Lab Root,/],
    ['no certificate', async () => 'hello', /sent something that is not a certificate\./],
    ['no document', async () => '', /answered with HTTP status 404\./],
    ['too much', async () => Buffer.alloc(100_000), /could not be queried: /],
    ['nothing', async () => null, /did not answer in time\./],
  ]),
)('a server that sends %s: nothing is offered, and the reason is said', async (_, publish, why) => {
  published = await publish();
  const answer = await check();
  expect(answer.missingCertificates).toMatchObject({ subjects: [], pem: null, leadsToRoot: false });
  expect(answer.missingCertificates?.why).toMatch(why);
  expect(incompleteIn(answer)?.evidence).toMatch(why);
  expect(incompleteIn(answer)?.fix).not.toContain('Sonde has fetched');
});

test('finds none without such a URL, and contacts no authority if the query excludes it', async () => {
  published = intermediate.raw;
  const before = web.connections();
  expect((await check({ revocation: 'false' })).missingCertificates).toBeNull();
  expect(web.connections()).toBe(before);
  port = await lab.serveAlone(await lab.issue({}));
  const answer = await check();
  // It may have been issued by a private root, which a server need not send.
  expect(answer.reasons).toEqual(['untrusted']);
  expect(answer.missingCertificates?.why).toBe('CN=127.0.0.1 names no URL of its issuer’s certificate.');
});

test('a missing upper authority is an incomplete chain, too, and no root has to be installed', async () => {
  const { port: other, upper } = await lab.serveWithoutUpper(`http://127.0.0.1:${web.port}/upper.der`);
  port = other;
  published = '';
  const unknown = await check();
  expect(unknown.reasons).toEqual(['untrusted']);
  expect(unknown.findings[0]?.fix).toContain('ask the authority what CN=Lab Upper Intermediate,O=Sonde Lab,C=DE is');
  expect(JSON.stringify(unknown.findings)).not.toMatch(/install the root/i);
  published = new X509Certificate(upper.pem).raw;
  const answer = await check();
  expect(answer).toMatchObject({ valid: false, reasons: ['incomplete_chain'] });
  expect(incompleteIn(answer)?.evidence).toContain('intermediate certificate CN=Lab Upper Intermediate');
  expect(incompleteIn(answer)?.fix).toContain('Sonde has fetched');
});

test('the certificate of a re-keyed issuer is told apart from a forgery once the right one has been fetched', async () => {
  const aia = `authorityInfoAccess = caIssuers;URI:http://127.0.0.1:${web.port}/intermediate.der`;
  port = await lab.serveRekeyed(await lab.issue({ more: [aia] }));
  published = '';
  expect((await check()).reasons).toEqual(['bad_signature']);
  published = intermediate.raw;
  const answer = await check();
  expect(answer).toMatchObject({ valid: false, reasons: ['incomplete_chain'], missingIssuer: NAME });
  expect(incompleteIn(answer)?.evidence).toContain('another one of the same name');
});
