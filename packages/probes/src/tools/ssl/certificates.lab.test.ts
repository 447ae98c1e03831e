import type { ProgressOf, Tools } from '@sonde/contract';
import {
  type CertificateKind,
  certificateKinds,
  type DnsLab,
  startDnsLab,
  startTlsLab,
  type TlsLab,
  type TlsServer,
} from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { defaultLimitSettings } from '../../limits/settings.ts';
import { createTargetLimits } from '../../limits/target-limits.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { whatIsWrong } from '../../testing/what-is-wrong.ts';

let dns: DnsLab;
let lab: TlsLab;
let net: NodeNet;
type Kind = Exclude<CertificateKind, 'agrees-only' | 'registry-wildcard'>;
let served: Readonly<Record<Kind, TlsServer>>;

/** nginx does not use a key that may not sign, and the names of the lab are not below a public suffix. */
const kinds = certificateKinds
  .filter((kind): kind is Kind => kind !== 'agrees-only' && kind !== 'registry-wildcard')
  // The short set judges the others without a server (`judge.lab.test.ts`).
  .filter((kind, index) => isLong || kind === 'stapled' || kind === 'every-extension' || index % 6 === 0);

beforeAll(async () => {
  [dns, lab] = await Promise.all([startDnsLab(), startTlsLab()]);
  const { settings } = readNetSettings({
    SONDE_RESOLVERS: dns.resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error('the settings are wrong');
  net = createNodeNet(settings);
  served = await lab.serve(kinds);
});
afterAll(async () => {
  net?.close();
  await Promise.all([dns?.stop(), lab?.stop()]);
});

type Part = Extract<ProgressOf<Tools['ssl']>, { stage: 'certificate' }>;

/** The first part that a visitor sees; the rest of the check is abandoned. */
function certificatePart({ host, port }: TlsServer): Promise<Part> {
  const caller = new AbortController();
  return new Promise((resolve, reject) => {
    const report = (part: unknown) => {
      if ((part as Part).stage !== 'certificate') return;
      resolve(part as Part);
      caller.abort();
    };
    measure(checkQuery('ssl', { domain: `${host}:${port}` }), {
      net,
      data: noData,
      // All servers of the lab share one address.
      limits: createTargetLimits(defaultLimitSettings),
      signal: caller.signal,
      report,
    }).then(() => reject(new Error(`${host}: no certificate was shown`)), reject);
  });
}

test.each(kinds)('%s', async (kind) => {
  const { valid, reasons, observations, subject, certificateChain } = await certificatePart(served[kind]);
  expect(reasons).toEqual(whatIsWrong[kind] ?? []);
  expect(valid).toBe(reasons.length === 0);
  expect(new Set(observations.map(({ name }) => name))).toEqual(new Set(reasons));
  expect(certificateChain[0]?.subject).toBe(subject);
});

test('R3.11 a complete check has the stapled response, the certificate timestamps and the chain', async () => {
  const { host, port } = served.stapled;
  const limits = createTargetLimits(defaultLimitSettings);
  const context = { net, data: noData, limits, signal: AbortSignal.timeout(30_000) };
  expect(await measure(checkQuery('ssl', { domain: `${host}:${port}` }), context)).toMatchObject({
    valid: true,
    ocspStapled: true,
    ocspStatus: 'good',
    sctCount: 0,
  });
  const { host: logged, port: loggedPort } = served['every-extension'];
  expect(await measure(checkQuery('ssl', { domain: `${logged}:${loggedPort}` }), context)).toMatchObject({
    sctCount: 2,
    ocspStapled: false,
    ocspStatus: null,
  });
});
