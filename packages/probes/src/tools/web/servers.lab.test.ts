import { readFileSync } from 'node:fs';
import { runCommand, startTlsLab, type TlsLab, type TlsProgramName } from '@sonde/lab';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { createStage } from '../../testing/scripted-dns-server.ts';
import { openWebNet } from '../../testing/web-net.ts';

const stage = createStage();
let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab();
});
afterAll(() => lab?.stop());
afterEach(() => stage.clear());

async function lookUp(url: string) {
  const net = await openWebNet(stage, { trustAnchors: [readFileSync(lab.caFile, 'utf8')] });
  return measure(checkQuery('web', { url }), { net, data: noData, signal: AbortSignal.timeout(30_000) });
}

/** Fields whose values differ from one response to the next. */
const CHANGING = /^(?:date|etag|last-modified|set-cookie)$/i;
const steady = (headers: readonly (readonly string[])[]) => headers.filter(([name = '']) => !CHANGING.test(name));

/** What curl receives from the same server: status, version and header fields in their order. */
async function curl(host: string, port: number) {
  const resolve = `${host}:${port}:127.0.0.1`;
  const fields = [
    '-H',
    'Accept: text/html,application/xhtml+xml,*/*;q=0.8',
    '-H',
    'Accept-Encoding: gzip, deflate, br',
    '-H',
    'Connection: keep-alive',
  ];
  const args = ['-sSi', '-k', '--http2', '--resolve', resolve, '-A', 'Sonde', ...fields, '-o', '/dev/null', '-D', '-'];
  const head = await runCommand('curl', [...args, `https://${host}:${port}/`], lab.directory);
  const [first = '', ...lines] = head.trim().split(/\r?\n/);
  const [version, status] = first.split(' ');
  const headers = lines.map((line) => /^([^:]+):\s*(.*)$/.exec(line)?.slice(1) ?? [line]);
  return { httpVersion: version?.replace('HTTP/', ''), status: Number(status), headers: steady(headers) };
}

const programs: readonly (readonly [TlsProgramName, { readonly h2: boolean; readonly h3: boolean | null }])[] = [
  ['apache', { h2: false, h3: false }],
  ['caddy', { h2: true, h3: true }],
  ['haproxy', { h2: true, h3: false }],
  ['h2o', { h2: true, h3: false }],
  ['lighttpd-gnutls', { h2: true, h3: false }],
];

test.each(programs)('%s: status, version and header fields are those that curl receives', async (name, versions) => {
  const { host, port } = await lab.startProgram(name);
  const { chain, final, ...answer } = await lookUp(`https://${host}:${port}/`);
  const [hop] = chain;
  expect(final.status).toBe(hop?.status);
  expect(hop?.certificate).toMatchObject({ trusted: true, reasons: [] });
  expect({ httpVersion: hop?.httpVersion, status: hop?.status, headers: steady(hop?.headers ?? []) }).toEqual(
    await curl(host, port),
  );
  expect(answer.versions).toMatchObject({ h1: true, ...versions });
  expect(answer.families.ipv4).toMatchObject({ reached: true, address: '127.0.0.1' });
});
