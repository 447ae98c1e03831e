import { getEventListeners } from 'node:events';
import { tools } from '@sonde/contract';
import { expect, it } from 'vitest';
import { createPlaceJobs } from './place-jobs.ts';
import type { HubFrame } from './protocol.ts';

const PLACES = 64;

it('a call that asks many places listens once to its signal, and cancels every job when it is aborted', async () => {
  const sent: HubFrame[] = [];
  const leaving = new AbortController();
  const { signal } = leaving;
  const job = { tool: tools.dns, query: { domain: 'example.com' }, deadlineMs: 5_000, signal };
  const asked = Array.from({ length: PLACES }, () =>
    createPlaceJobs(
      (frame) => sent.push(frame),
      { jobs: 1, perMinute: 60 },
      () => 0,
    ).ask(job),
  );
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  leaving.abort(new Error('The caller has left.'));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: PLACES }, () => 'rejected'));
  expect(sent.filter(({ t }) => t === 'cancel')).toHaveLength(PLACES);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
