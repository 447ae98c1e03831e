import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evidence } from '@sonde/contract/evidence/evidence';
import { evidenceCapture } from '@sonde/contract/evidence/pcapng/capture';
import { runCommand, type TlsServer, type TlsServerName } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultLimitSettings } from '../../limits/settings.ts';
import { createTargetLimits } from '../../limits/target-limits.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';
import { recording } from './recording.ts';

const servers = ['nginx-modern', 'openssl-tls13', 'nginx-legacy'] as const satisfies readonly TlsServerName[];
const folder = mkdtempSync(join(tmpdir(), 'sonde-capture-'));
const source = { call: '/api/v2/test', server: 'Sonde' };

let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
  await Promise.all(servers.map(checks.lab.start));
});
afterAll(async () => {
  await checks?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function record(id: 'dns' | 'ssl', query: Readonly<Record<string, string>>): Promise<Evidence> {
  const { net, finish } = recording(checks.net);
  const limits = createTargetLimits(defaultLimitSettings);
  await measure(checkQuery(id, query), { net, data: noData, limits, signal: AbortSignal.timeout(60_000) });
  return finish();
}

/** The fields that tshark reads from packets that match the filter, one line per packet. */
async function readWithTshark(evidence: Evidence, filter: string, fields: readonly string[], decodeAs: string[] = []) {
  const file = join(folder, `${filter.replaceAll(/\W/g, '')}-${evidence.bytesKept}.pcapng`);
  writeFileSync(file, evidenceCapture(evidence, source));
  const columns = fields.flatMap((field) => ['-e', field]);
  const as = decodeAs.flatMap((rule) => ['-d', rule]);
  const args = ['-n', '-r', file, ...as, '-Y', filter, '-T', 'fields', '-E', 'separator=|', ...columns];
  return (await runCommand('tshark', args)).split('\n').filter((line) => line !== '');
}

test('reads the same DNS queries and replies as Sonde, by UDP and by TCP', async () => {
  const evidence = await record('dns', { domain: 'many.edge.test' });
  const answers = evidence.exchanges.flatMap(({ decoded }) => decoded.filter(({ direction }) => direction === 'in'));
  const ours = answers.map(({ lines }) => /^id (\d+)/.exec(lines[0] ?? '')?.[1]);
  const read = await readWithTshark(evidence, 'dns.flags.response == 1', ['dns.id']);
  expect(read.map((id) => String(Number(id))).sort()).toEqual(ours.sort());
  const [byTcp] = await readWithTshark(evidence, 'tcp && dns.flags.response == 1 && dns.qry.type == 1', ['dns.a']);
  expect(byTcp?.split(',').sort()).toEqual(Array.from({ length: 200 }, (_, index) => `192.0.2.${index + 1}`).sort());
});

test('finds no fault in the reconstructed headers', async () => {
  const evidence = await record('dns', { domain: 'many.edge.test' });
  expect(await readWithTshark(evidence, '_ws.malformed || _ws.expert.severity >= 6291456', ['frame.number'])).toEqual(
    [],
  );
  const comments = await readWithTshark(evidence, 'frame', ['frame.comment']);
  expect(comments.length).toBeGreaterThan(20);
  expect(comments.every((comment) => comment.includes('headers rebuilt'))).toBe(true);
});

test.each(servers)(
  'reads the hellos of %s that Sonde has read',
  async (name) => {
    const { host, port }: TlsServer = await checks.lab.start(name);
    const evidence = await record('ssl', { domain: `${host}:${port}` });
    const countOf = (title: string) =>
      evidence.exchanges.flatMap(({ decoded }) => decoded).filter((message) => message.title === title).length;
    const asTls = [`tcp.port==${port},tls`];
    const types = await readWithTshark(evidence, 'tls.handshake', ['tls.handshake.type'], asTls);
    const all = types.flatMap((line) => line.split(','));
    expect(countOf('ClientHello')).toBeGreaterThan(10);
    expect(all.filter((type) => type === '1')).toHaveLength(countOf('ClientHello'));
    expect(countOf('ServerHello')).toBeGreaterThan(2);
    expect(all.filter((type) => type === '2')).toHaveLength(countOf('ServerHello'));
    const names = await readWithTshark(
      evidence,
      'tls.handshake.type == 1',
      ['tls.handshake.extensions_server_name'],
      asTls,
    );
    expect(names).toContain(host);
  },
  120_000,
);
