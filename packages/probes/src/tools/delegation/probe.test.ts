import { expect, test } from 'vitest';
import { NetFailure } from '../../net/net.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { record } from '../../testing/scripted-dns.ts';
import { dnsMessage, scriptedNet } from '../../testing/scripted-net.ts';

const lookUp = (askAt: Parameters<typeof scriptedNet>[0]) =>
  measure(checkQuery('delegation', { domain: 'example.com' }), {
    net: scriptedNet(askAt),
    data: noData,
    signal: AbortSignal.timeout(10_000),
  });

test('gives no verdict and no findings on servers if a resolver intercepts all questions', async () => {
  const answer = await lookUp({
    askAt: async (_address, question) => ({
      message: dnsMessage(question, { answers: [record(question.name, 'A', 60, '192.0.2.1')] }),
      ...{ transport: 'udp', bytes: 60, timeMs: 1, isPartial: false },
    }),
  });
  expect(answer).toMatchObject({ verdict: 'not-determinable', gaps: [{ part: 'intercepted', code: 'source-failed' }] });
  expect(answer.findings?.map(({ code }) => code)).toEqual(['chain-unknown']);
});

test('reports that the root cannot be reached', async () => {
  const cutOff = lookUp({ askAt: () => Promise.reject(new NetFailure('timeout', 'silent')) });
  await expect(cutOff).rejects.toMatchObject({ code: 'source-failed', reason: 'no-public-dns' });
});

test('refuses a name that may not be looked up before asking any server', async () => {
  const checkHost = () => {
    throw new NetFailure('denied', 'example.com');
  };
  await expect(lookUp({ checkHost })).rejects.toMatchObject({ code: 'refused-target', reason: 'denied' });
});
