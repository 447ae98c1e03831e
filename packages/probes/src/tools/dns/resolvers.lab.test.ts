import { ToolError } from '@sonde/contract';
import { type NameServerBehaviourName, startMaliciousNameServer } from '@sonde/lab';
import { describe, expect, test } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

function netFor(resolvers: string): NodeNet {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: resolvers });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings);
}

const lookUp = (domain: string, net: NodeNet) =>
  measure(checkQuery('dns', { domain }), { net, data: noData, signal: AbortSignal.timeout(30_000) });

const failureOf = (domain: string, net: NodeNet): Promise<ToolError> =>
  lookUp(domain, net).then(
    (answer) => expect.fail(`it answered ${JSON.stringify(answer.records)}`),
    (error) => (error instanceof ToolError ? error : expect.fail(String(error))),
  );

const rowsOf = async (domain: string, type: string, net: NodeNet) =>
  (await lookUp(domain, net)).records.find(({ recordName }) => recordName === type)?.data ?? [];

describe('failing and malicious resolvers', () => {
  async function withMaliciousServers<Result>(
    names: readonly NameServerBehaviourName[],
    use: (net: NodeNet) => Promise<Result>,
  ): Promise<Result> {
    const servers = await Promise.all(names.map((name) => startMaliciousNameServer(name)));
    const net = netFor(servers.map(({ address }) => address).join(','));
    try {
      return await use(net);
    } finally {
      net.close();
      await Promise.all(servers.map((server) => server.stop()));
    }
  }

  test.each<[NameServerBehaviourName, string, string]>(
    firstOf<[NameServerBehaviourName, string, string]>(4, [
      ['servfail', 'source-failed', 'servfail'],
      ['refused', 'source-failed', 'refused'],
      ['notimp', 'source-failed', 'not-implemented'],
      ['silent', 'timeout', 'timeout'],
      ...(isLong ? [['zero-byte', 'timeout', 'timeout'] as [NameServerBehaviourName, string, string]] : []),
      // Without our question it might be for anyone: it is ignored like a forgery.
      ['garbage', 'timeout', 'timeout'],
      ['truncated-rdata', 'protocol', 'invalid-response'],
      ['short-address', 'protocol', 'invalid-response'],
      ['pointer-loop', 'protocol', 'invalid-response'],
      ['wrong-counts', 'protocol', 'invalid-response'],
      ['cname-loop', 'protocol', 'cname-loop'],
    ]),
  )('%s: %s, %s', async (behaviour, code, reason) => {
    expect(await withMaliciousServers([behaviour], (net) => failureOf('example.com', net))).toMatchObject({
      code,
      reason,
    });
  });

  test.each<NameServerBehaviourName>(
    firstOf<NameServerBehaviourName>(2, [
      'wrong-id-first',
      'wrong-question-first',
      'wrong-type-first',
      'wrong-port-first',
      'wrong-address-first',
      'query-bit-first',
      'garbage-first',
      'zero-byte-first',
      'unrelated-in-answer',
      'formerr-on-edns',
      'truncated-tcp-slow',
      'lower-case',
      'other-class',
    ]),
  )('%s, and the right answer is found', async (behaviour) => {
    const rows = await withMaliciousServers([behaviour], (net) => rowsOf('Example.com', 'A', net));
    expect(rows[0]?.[1]).toBe('192.0.2.1');
    expect(JSON.stringify(rows)).not.toContain('203.0.113.66');
  });

  test.each<NameServerBehaviourName>(
    firstOf<NameServerBehaviourName>(1, ['truncated-tcp-refused', 'truncated-tcp-endless']),
  )('%s: what came is shown, the rest is a gap', async (behaviour) => {
    const { gaps } = await withMaliciousServers([behaviour], (net) => lookUp('example.com', net));
    expect(gaps.map(({ part }) => part)).toContain('A');
  });

  test('answers with a silent resolver first and a working one second', async () => {
    const started = performance.now();
    const rows = await withMaliciousServers(['silent', 'answer'], (net) => rowsOf('example.com', 'A', net));
    expect(rows[0]?.[1]).toBe('192.0.2.1');
    expect(performance.now() - started).toBeLessThan(8000);
  });

  inLongSet(test)('answers with a refusing resolver first and a working one second', async () => {
    expect((await withMaliciousServers(['refused', 'answer'], (net) => rowsOf('example.com', 'A', net)))[0]?.[1]).toBe(
      '192.0.2.1',
    );
  });
});

test('refuses a local name before a question is sent', async () => {
  const server = await startMaliciousNameServer('answer');
  const net = netFor(server.address);
  try {
    expect(await failureOf('printer.local', net)).toMatchObject({ code: 'refused-target', reason: 'special-use' });
    expect(server.heard).toHaveLength(0);
  } finally {
    net.close();
    await server.stop();
  }
});
