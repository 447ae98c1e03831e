import { createMemoryAllowances } from '@sonde/probes';
import { expect, it } from 'vitest';
import { rateHeaders } from './rate-headers.ts';

it('reports two seconds for two units, whatever fraction of a second the clock shows', () => {
  const limit = { units: 60, windowMs: 60_000 };
  for (const nowMs of [1_000, 2389.027420987544, 6200.459571508832, 261772.30183589816]) {
    const verdict = createMemoryAllowances(limit, () => nowMs).take('a', 2);
    expect(rateHeaders(limit, verdict as Exclude<typeof verdict, Promise<unknown>>)).toEqual({
      'ratelimit-policy': '"api";q=60;w=60',
      ratelimit: '"api";r=58;t=2',
      'x-ratelimit-limit': 60,
      'x-ratelimit-remaining': 58,
      'x-ratelimit-reset': 2,
    });
  }
});
