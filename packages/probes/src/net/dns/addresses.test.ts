import { describe, expect, it } from 'vitest';
import { replyTo } from '../../testing/scripted-dns-server.ts';
import { type Net, NetFailure } from '../net.ts';
import { findAddresses } from './addresses.ts';
import { decodeReply } from './dns-reply.ts';
import { encodeQuestion } from './query.ts';

const NAME = 'www.example.com';
const never = new AbortController().signal;

/** A resolver that has an address of IPv4 only. @param waits milliseconds, or why a question fails, by type */
function asking(waits: Readonly<Record<number, number | NetFailure>>): Net['ask'] {
  return async (question) => {
    const wait = waits[question.type];
    if (wait instanceof NetFailure) throw wait;
    const answers = question.type === 1 ? [Buffer.from([192, 0, 2, 1])] : [];
    const message = decodeReply(replyTo(encodeQuestion(question, false), { answers }), { keepEdns: true });
    if (message === null) throw new Error('the reply cannot be read');
    const measured = wait === undefined ? {} : { waitedMs: wait };
    return { message, resolver: '192.0.2.53:53', transport: 'udp', isPartial: false, ...measured };
  };
}

describe('the time of a lookup', () => {
  it('is that of the slower of the two questions', async () => {
    expect(await findAddresses(asking({ 1: 20, 28: 80 }), NAME, never)).toEqual({
      addresses: ['192.0.2.1'],
      aliases: [],
      waitedMs: 80,
    });
  });

  it('is not known if a question was not timed', async () => {
    expect((await findAddresses(asking({ 1: 20 }), NAME, never)).waitedMs).toBeNull();
  });

  it('includes the wait for a question that failed', async () => {
    const failed = new NetFailure('timeout', `${NAME}: no answer`);
    const { waitedMs } = await findAddresses(asking({ 1: 0, 28: failed }), NAME, never);
    expect(waitedMs).toBeGreaterThan(0);
  });
});
