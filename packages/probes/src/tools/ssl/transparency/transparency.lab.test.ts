import { X509Certificate } from 'node:crypto';
import type { DataOf, Tools } from '@sonde/contract';
import { type CertificateLogLab, type LabLog, startCertificateLogLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inLongSet } from '../../../../../../scripts/test/vitest-settings.ts';
import { judgeCertificates } from '../../../engines/tls/certificate/judge.ts';
import { createNodeNet, type NodeNet } from '../../../net/node-net.ts';
import { readNetSettings } from '../../../net/settings.ts';
import { checkQuery, measure } from '../../../run.ts';
import { noData } from '../../../testing/no-data.ts';
import { judgeTimestamps } from './judge-timestamps.ts';
import { readLogList } from './log-list.ts';

let lab: CertificateLogLab;
let net: NodeNet;
let first: LabLog;
let second: LabLog;
const now = new Date();
const HOUR_MS = 3_600_000;
const time = new Date(now.getTime() - HOUR_MS);

beforeAll(async () => {
  lab = await startCertificateLogLab();
  const { settings } = readNetSettings({
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error('the settings are wrong');
  net = createNodeNet(settings);
  first = lab.makeLog('first');
  second = lab.makeLog('second', 'rsa');
});
afterAll(async () => {
  net?.close();
  await lab?.stop();
});

const listOf = (...logs: readonly LabLog[]) =>
  readLogList({
    source: 'the lab',
    date: now,
    table: logs.map(({ name, key }) => `${name}\n  rfc6962 - ${key.toString('base64')} ${name}`).join('\n'),
  });

function judge(chain: string, handshake: readonly Uint8Array[] = [], { staple = null as Buffer | null } = {}) {
  const logList = listOf(first, second);
  const served = chain.split(/(?=-----BEGIN)/).map((pem) => new Uint8Array(new X509Certificate(pem).raw));
  const { path, staple: verdict } = judgeCertificates({
    served,
    staple,
    host: '127.0.0.1',
    anchors: net.trustAnchors(),
    now,
  });
  if (path === null) throw new Error('no path');
  return judgeTimestamps({ path, staple: verdict, handshake, now, logList, isPublic: true });
}

describe('lab logs, with both key types', () => {
  test('in EC and RSA certificates issued by OpenSSL', async () => {
    for (const key of ['p-256', 'rsa'] as const) {
      const certificate = await lab.issue(
        [
          { log: first, time },
          { log: second, time },
        ],
        { key },
      );
      expect(judge(lab.chainOf(certificate))).toMatchObject({
        timestamps: [
          { log: 'first', origin: 'certificate', status: 'valid', time: time.toISOString() },
          { log: 'second', origin: 'certificate', status: 'valid' },
        ],
        validCount: 2,
        operatorCount: 2,
        policies: [
          { policy: 'Chrome', met: true, why: null },
          { policy: 'Apple', met: true, why: null },
        ],
      });
    }
  });

  inLongSet(test)('OpenSSL judges a server’s certificate and handshake alike', async () => {
    const other = lab.makeLog('other');
    const certificate = await lab.issue([{ log: first, time }]);
    const about = await lab.issue([]);
    const handshake = [
      second.signCertificate(certificate, time),
      // One for another certificate, and one from an unknown log.
      second.signCertificate(about, time),
      other.signCertificate(certificate, time),
    ];
    const port = await lab.serve(certificate, handshake);
    const said = await lab.askOpenssl(port, [first, second]);
    const found = judge(lab.chainOf(certificate), handshake)?.timestamps.map(({ status }) => status) ?? [];
    const words = { valid: 'valid', invalid: 'invalid', unknown_log: 'unknown', not_verified: '' };
    expect(found).toEqual(['valid', 'valid', 'invalid', 'unknown_log']);
    expect(said.toSorted()).toEqual(found.map((status) => words[status]).toSorted());
  });

  inLongSet(test)('one for another certificate of the same name and key is invalid', async () => {
    const certificate = await lab.issue([{ log: first, time }]);
    const again = await lab.issue([{ log: first, time }]);
    const found = judge(lab.chainOf(certificate), [first.signCertificate(again, time)]);
    expect(found?.timestamps.map(({ status }) => status)).toEqual(['valid', 'invalid']);
  });

  inLongSet(test)('in a stapled response', async () => {
    const certificate = await lab.issue([]);
    const staple = await lab.respond(certificate, [
      first.signCertificate(certificate, time),
      second.signCertificate(certificate, time),
    ]);
    expect(judge(lab.chainOf(certificate), [], { staple })).toMatchObject({
      timestamps: [
        { log: 'first', origin: 'ocsp', status: 'valid' },
        { log: 'second', origin: 'ocsp', status: 'valid' },
      ],
      policies: [{ met: true }, { met: true }],
    });
  });
});

test('a check collects timestamps from all three sources without additional connections', async () => {
  const certificate = await lab.issue([{ log: first, time }]);
  const staple = await lab.respond(certificate, [second.signCertificate(certificate, time)]);
  const port = await lab.serve(certificate, [first.signCertificate(certificate, time)], staple);
  const bare = await lab.serve(await lab.issue([]), []);
  const check = async (at: number) => {
    const context = { net, data: noData, signal: AbortSignal.timeout(30_000), report: () => {} };
    const query = checkQuery('ssl', { domain: `127.0.0.1:${at}`, revocation: 'false' });
    return (await measure(query, context)) as DataOf<Tools['ssl']>;
  };
  const data = await check(port);
  expect(data.sctCount).toBe(3);
  expect(data.transparency).toMatchObject({
    timestamps: [
      { origin: 'certificate', status: 'unknown_log', log: null },
      { origin: 'handshake', status: 'unknown_log' },
      { origin: 'ocsp', status: 'unknown_log' },
    ],
    validCount: 0,
    policies: [{ met: null, why: expect.stringMatching(/certificates from public authorities/) }, { met: null }],
    logList: { date: '2026-10-05T13:39:47.000Z' },
  });
  const without = await check(bare);
  expect(without.transparency?.timestamps).toEqual([]);
  // Which connections are opened ahead in vain depends on timing.
  expect(Math.abs(without.connections - data.connections)).toBeLessThanOrEqual(3);
});
