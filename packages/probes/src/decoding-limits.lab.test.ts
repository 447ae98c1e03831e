import { type Gap, ToolError, tools } from '@sonde/contract';
import {
  type RevocationLab,
  reply,
  startMaliciousWebServer,
  startRevocationLab,
  startWhoisServer,
  whoisBehaviours,
  whoisRecords,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createNodeNet, type NodeNet } from './net/node-net.ts';
import { readNetSettings } from './net/settings.ts';
import { checkQuery, measure } from './run.ts';
import { noData } from './testing/no-data.ts';

let lab: RevocationLab;
let net: NodeNet;
beforeAll(async () => {
  lab = await startRevocationLab();
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: '127.0.0.1:9',
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await lab?.stop();
});

type Ended = { readonly failure: ToolError } | { readonly failure: null; readonly gaps: readonly Gap[] };

/** A lookup in which decoding may take so many milliseconds: after the first one, 0 are used up. */
async function lookUp(
  id: 'whois' | 'ssl',
  query: Readonly<Record<string, string>>,
  decodingMs: number,
  data = noData,
): Promise<Ended> {
  const most = { ...tools[id].most, decodingMs };
  try {
    const { gaps } = await measure(checkQuery(id, query), { net, data, most, signal: AbortSignal.timeout(30_000) });
    return { failure: null, gaps };
  } catch (error) {
    if (error instanceof ToolError) return { failure: error };
    throw error;
  }
}

const codes = (ended: Ended) => (ended.failure === null ? ended.gaps.map(({ code }) => code) : [ended.failure.code]);

describe('the processor time for decoding is limited for', () => {
  const registriesWith = (rootPort: number, rdap: string | null) => ({
    ...noData,
    registries: {
      ...noData.registries,
      whoisStart: { host: '127.0.0.1', port: rootPort, isOperators: true as const },
      findRdapServer: async () => (rdap === null ? null : { url: rdap, isListed: true }),
    },
  });

  test('WHOIS replies: one of 250 kB with 20,000 fields', async () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => `Name Server: ${index}`).join('\n');
    const root = await startWhoisServer(
      whoisBehaviours.answer(`${whoisRecords.denicRecord('example.test')}\n${fields}\n`),
    );
    onTestFinished(() => root.stop());
    const data = registriesWith(root.port, null);
    expect(codes(await lookUp('whois', { ipOrDomain: 'example.test' }, tools.whois.most.decodingMs, data))).toEqual([]);
    const limited = await lookUp('whois', { ipOrDomain: 'example.test' }, 0, data);
    expect(limited.failure).toMatchObject({ code: 'work-limit', reason: 'work-limit' });
  });

  test('RDAP answers: one of 900 kB with 3,000 entities', async () => {
    const entities = Array.from({ length: 3_000 }, (_, index) => ({
      objectClassName: 'entity',
      roles: ['technical'],
      vcardArray: ['vcard', [['fn', {}, 'text', `${index} ${'x'.repeat(200)}`]]],
    }));
    const body = JSON.stringify(whoisRecords.rdapDomain('example.test', { entities }));
    const server = await startMaliciousWebServer((socket) =>
      reply(socket, { headers: { 'Content-Type': 'application/rdap+json' }, body }),
    );
    const root = await startWhoisServer(whoisBehaviours.answer(whoisRecords.noServer('test')));
    onTestFinished(async () => void (await Promise.all([server.stop(), root.stop()])));
    const data = registriesWith(root.port, `http://127.0.0.1:${server.port}/`);
    const whole = await lookUp('whois', { ipOrDomain: 'example.test' }, 5_000, data);
    expect(whole.failure).toBeNull();
    expect(codes(whole)).not.toContain('work-limit');
    expect(codes(await lookUp('whois', { ipOrDomain: 'example.test' }, 0, data))).toContain('work-limit');
  });

  test('certificates of a TLS server: one with 300 extensions that nobody knows', async () => {
    const more = Array.from({ length: 300 }, (_, index) => `1.2.3.4.${index} = ASN1:UTF8String:${index}`);
    const port = await lab.serve(await lab.issue({ more }));
    const whole = await lookUp('ssl', { domain: `127.0.0.1:${port}` }, tools.ssl.most.decodingMs);
    expect(whole.failure).toBeNull();
    expect(codes(whole)).not.toContain('work-limit');
    const limited = await lookUp('ssl', { domain: `127.0.0.1:${port}` }, 0);
    expect(codes(limited)).toContain('work-limit');
  });
});
