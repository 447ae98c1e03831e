import type { FailureReason } from '@sonde/contract';
import { expect, it } from 'vitest';
import { type Net, NetFailure } from '../../../net/net.ts';
import { fetchTwice } from './fetch-twice.ts';

const URL = 'https://mta-sts.shop.test/.well-known/mta-sts.txt';
const reply = { status: 200 } as Awaited<ReturnType<Net['fetch']>>;

/** Fails with these reasons, one after the other, then answers. */
function host(...reasons: readonly FailureReason[]) {
  const timeouts: number[] = [];
  const fetch: Net['fetch'] = async (_url, { timeoutMs }) => {
    const reason = reasons[timeouts.length];
    timeouts.push(timeoutMs);
    if (reason !== undefined) throw new NetFailure(reason, URL);
    return reply;
  };
  return {
    timeouts,
    ask: (signal = new AbortController().signal) =>
      fetchTwice({ fetch }, URL, { maxBytes: 1, maxRedirects: 0 }, signal),
  };
}

it('asks a host once that answers, and a second time, for a shorter while, after a silence', async () => {
  const [quick, slow] = [host(), host('timeout')];
  expect([await quick.ask(), await slow.ask()]).toEqual([reply, reply]);
  expect([quick.timeouts, slow.timeouts]).toEqual([[8000], [8000, 4000]]);
});

it('is silent only if the host was silent twice', async () => {
  await expect(host('timeout', 'timeout').ask()).rejects.toMatchObject({ reason: 'timeout' });
});

it('asks once where the failure is an answer, and not after the end', async () => {
  const refusing = host('connection-refused');
  await expect(refusing.ask()).rejects.toMatchObject({ reason: 'connection-refused' });
  expect(refusing.timeouts).toHaveLength(1);
  const ended = host('timeout');
  await expect(ended.ask(AbortSignal.abort('over'))).rejects.toBe('over');
  expect(ended.timeouts).toHaveLength(1);
});
