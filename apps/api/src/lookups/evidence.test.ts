import type { Evidence } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import { recordedLookups } from '../testing/recorded-lookups.ts';

const evidence: Evidence = {
  startedAt: '2026-11-22T14:03:21.482113Z',
  exchanges: [],
  leftOut: 0,
  bytesKept: 0,
};

const server = (variables: Readonly<Record<string, string>> = {}) => recordedLookups(evidence, variables);

describe('evidence=true', () => {
  it('measures although an answer is cached, and returns the evidence beside the answer', async () => {
    const { measure, runs } = await server();
    await measure('host=a');
    expect(runs[0]?.recorder).toBeUndefined();
    const answer = (await measure('host=a&evidence=true')).json();
    expect(answer).toMatchObject({ success: true, _data: { steps: 1 }, _evidence: evidence });
  });

  it('costs one unit more', async () => {
    const { measure } = await server({ SONDE_RATE_LIMIT: '20/200s' });
    expect((await measure('host=a')).headers['ratelimit']).toContain('r=17');
    expect((await measure('host=a&evidence=1')).headers['ratelimit']).toContain('r=13');
  });

  it('caches the answer without the evidence', async () => {
    const { ask, measure } = await server();
    await measure('host=a&evidence=true');
    const cached = (await ask('host=a')).json();
    expect(cached._data.steps).toBe(0);
    expect(cached).not.toHaveProperty('_evidence');
  });

  it('never joins a running lookup that is not recorded', async () => {
    const { ask, run, runs } = await server();
    const plain = ask('host=a');
    (await run(0)).report({ left: 1 });
    const recorded = ask('host=a&evidence=true');
    const second = await run(1);
    second.recorder?.onEvidence(evidence);
    second.end({ host: 'a', steps: 2 });
    runs[0]?.end({ host: 'a', steps: 1 });
    expect((await plain).json()).not.toHaveProperty('_evidence');
    expect((await recorded).json()).toMatchObject({ _data: { steps: 2 }, _evidence: evidence });
  });

  it('is subject to the same minimum time between measurements of a target as fresh=true', async () => {
    const { ask, measure } = await server({ SONDE_RATE_LIMIT: 'off' });
    await measure('host=a');
    await measure('host=a&evidence=true');
    const refused = await ask('host=a&evidence=true');
    expect(refused.json()).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 30 });
  });

  it('returns the evidence with a failure as well', async () => {
    const { ask, run } = await server();
    const asked = ask('host=a&evidence=true');
    const one = await run(0);
    one.recorder?.onEvidence(evidence);
    one.fail(new Error('broken'));
    expect((await asked).json()).toMatchObject({ code: 'internal', _data: null, _evidence: evidence });
  });

  it('refuses other values', async () => {
    const { ask } = await server();
    expect((await ask('host=a&evidence=yes')).json()).toMatchObject({
      code: 'invalid-input',
      message: "'evidence' must be true or false.",
    });
  });
});
