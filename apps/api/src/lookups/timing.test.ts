import type { Evidence } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../testing/events.ts';
import { recordedLookups } from '../testing/recorded-lookups.ts';

const evidence: Evidence = {
  startedAt: '2026-11-22T14:03:21.482113Z',
  exchanges: [],
  leftOut: 7,
  bytesKept: 0,
};

const server = (variables: Readonly<Record<string, string>> = {}) => recordedLookups(evidence, variables);

const SHAPE = /^total;dur=[\d.]+;desc="7 exchanges, 7 of them not timed", queued;dur=[\d.]+, resolved;dur=0, /;

describe('timing=true', () => {
  it('measures although an answer is cached, and reports the timing only in a header field', async () => {
    const { measure, runs } = await server();
    const plain = await measure('host=a');
    expect([runs[0]?.recorder, plain.headers['server-timing']]).toEqual([undefined, undefined]);
    const timed = await measure('host=a&timing=true');
    expect(timed.headers['server-timing']).toMatch(SHAPE);
    expect(timed.json()).toEqual({ success: true, message: 'OK', _data: { host: 'a', steps: 1 } });
    expect(runs[1]?.recorder?.keepsOctets).toBe(false);
  });

  it('costs as much as a measurement, and its answer is cached without the field', async () => {
    const { ask, measure } = await server({ SONDE_RATE_LIMIT: '20/200s' });
    expect((await measure('host=a&timing=1')).headers['ratelimit']).toContain('r=17');
    const cached = await ask('host=a');
    expect([cached.json()._data.steps, cached.headers['server-timing']]).toEqual([0, undefined]);
  });

  it('respects the minimum time between measurements of a target, without timing in the refusal', async () => {
    const { ask, measure } = await server();
    await measure('host=a');
    await measure('host=a&timing=true');
    const refused = await ask('host=a&timing=true');
    expect([refused.statusCode, refused.headers['server-timing']]).toEqual([429, undefined]);
  });

  it('works for failures too, and together with evidence of the same recording', async () => {
    const { ask, run } = await server();
    const asked = ask('host=a&timing=true&evidence=true');
    const one = await run(0);
    expect(one.recorder?.keepsOctets).toBe(true);
    one.recorder?.onEvidence(evidence);
    one.fail(new Error('broken'));
    const response = await asked;
    expect(response.headers['server-timing']).toMatch(SHAPE);
    expect(response.json()).toMatchObject({ code: 'internal', _evidence: evidence });
  });

  it('does not join a lookup without timing', async () => {
    const { ask, run } = await server();
    const [plain, timed] = [ask('host=a'), ask('host=a&timing=true')];
    const [first, second] = [await run(0), await run(1)];
    second.recorder?.onEvidence(evidence);
    first.end({ host: 'a', steps: 1 });
    second.end({ host: 'a', steps: 2 });
    expect((await plain).headers['server-timing']).toBeUndefined();
    expect((await timed).headers['server-timing']).toMatch(SHAPE);
  });

  it('in a stream is sent as an event before the result instead of a header field', async () => {
    const { ask, run } = await server();
    const asked = ask('host=a&timing=true', { accept: 'text/event-stream' });
    const one = await run(0);
    one.report({ left: 1 });
    one.recorder?.onEvidence(evidence);
    one.end({ host: 'a', steps: 1 });
    const response = await asked;
    const events = [];
    for await (const event of eventsOf(
      new Response(response.body, { headers: { 'content-type': 'text/event-stream' } }),
    ))
      events.push(event);
    expect(events).toMatchObject([
      { event: 'progress' },
      { event: 'timing', data: expect.stringMatching(SHAPE) },
      { event: 'result', data: { _data: { steps: 1 } } },
    ]);
    expect(response.headers['server-timing']).toBeUndefined();
  });

  it('refuses other values', async () => {
    const { ask } = await server();
    expect((await ask('host=a&timing=yes')).json()).toMatchObject({
      code: 'invalid-input',
      message: "'timing' must be true or false.",
    });
  });
});
