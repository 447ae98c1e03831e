import { ToolError } from '@sonde/contract';
import { type LieName, startLiar } from '@sonde/lab';
import { describe, expect, test } from 'vitest';
import { noData } from '../../data/no-data.ts';
import { createNodeNet, type NodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';

function doorTo(resolvers: string): NodeNet {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: resolvers });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings);
}

const lookUp = (domain: string, door: NodeNet) =>
  measure(checkQuery('dns', { domain }), { net: door, data: noData, signal: AbortSignal.timeout(30_000) });

const failureOf = (domain: string, door: NodeNet): Promise<ToolError> =>
  lookUp(domain, door).then(
    (answer) => expect.fail(`it answered ${JSON.stringify(answer.records)}`),
    (error) => (error instanceof ToolError ? error : expect.fail(String(error))),
  );

const rowsOf = async (domain: string, type: string, door: NodeNet) =>
  (await lookUp(domain, door)).records.find(({ recordName }) => recordName === type)?.data ?? [];

describe('resolvers that fail or lie', () => {
  async function withLiars<Result>(
    names: readonly LieName[],
    use: (door: NodeNet) => Promise<Result>,
  ): Promise<Result> {
    const liars = await Promise.all(names.map((name) => startLiar(name)));
    const door = doorTo(liars.map(({ address }) => address).join(','));
    try {
      return await use(door);
    } finally {
      door.close();
      await Promise.all(liars.map((liar) => liar.stop()));
    }
  }

  test.each<[LieName, string, string]>([
    ['servfail', 'source-failed', 'servfail'],
    ['refused', 'source-failed', 'refused'],
    ['notimp', 'protocol', 'invalid_response'],
    ['silent', 'timeout', 'timeout'],
    ['zero-byte', 'timeout', 'timeout'],
    // Without our question it may be anybody's: it is passed over like a forgery.
    ['garbage', 'timeout', 'timeout'],
    ['truncated-rdata', 'protocol', 'invalid_response'],
    ['short-address', 'protocol', 'invalid_response'],
    ['pointer-loop', 'protocol', 'invalid_response'],
    ['lying-counts', 'protocol', 'invalid_response'],
    ['cname-loop', 'protocol', 'cname_loop'],
  ])('%s: %s, %s', async (lie, code, reason) => {
    expect(await withLiars([lie], (door) => failureOf('example.com', door))).toMatchObject({ code, reason });
  });

  test.each<LieName>([
    'wrong-id-first',
    'wrong-question-first',
    'wrong-type-first',
    'wrong-port-first',
    'wrong-address-first',
    'query-bit-first',
    'garbage-first',
    'zero-byte-first',
    'stranger-in-answer',
    'formerr-on-edns',
    'truncated-tcp-slow',
    'lower-case',
    'other-class',
  ])('%s, and the right answer is found', async (lie) => {
    const rows = await withLiars([lie], (door) => rowsOf('Example.com', 'A', door));
    expect(rows[0]?.[1]).toBe('192.0.2.1');
    expect(JSON.stringify(rows)).not.toContain('203.0.113.66');
  });

  test.each<LieName>(['truncated-tcp-refused', 'truncated-tcp-endless'])(
    '%s: what came is shown, the rest is a gap',
    async (lie) => {
      const { gaps } = await withLiars([lie], (door) => lookUp('example.com', door));
      expect(gaps.map(({ part }) => part)).toContain('A');
    },
  );

  test('a silent resolver first, a good one second', async () => {
    const started = performance.now();
    const rows = await withLiars(['silent', 'answer'], (door) => rowsOf('example.com', 'A', door));
    expect(rows[0]?.[1]).toBe('192.0.2.1');
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test('a refusing resolver first, a good one second', async () => {
    expect((await withLiars(['refused', 'answer'], (door) => rowsOf('example.com', 'A', door)))[0]?.[1]).toBe(
      '192.0.2.1',
    );
  });
});

test('a name of the inside is refused before a question leaves', async () => {
  const liar = await startLiar('answer');
  const door = doorTo(liar.address);
  try {
    expect(await failureOf('printer.local', door)).toMatchObject({ code: 'refused-target', reason: 'special_use' });
    expect(liar.heard).toHaveLength(0);
  } finally {
    door.close();
    await liar.stop();
  }
});
