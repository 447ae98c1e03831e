import { defineTool, ToolError } from '@sonde/contract';
import { workLimits } from '@sonde/contract/work-limits';
import type { LookupQuery, Measurement, Toolbox } from '@sonde/service';
import { eventually } from '@sonde/service/testing/eventually';
import { expect } from 'vitest';
import * as z from 'zod/mini';

/** A tool for tests that reports its answer in parts; it is never shipped. */
const countdown = defineTool({
  id: 'countdown',
  path: '/api/v2/countdown',
  title: 'Countdown',
  summary: 'Counts down when a test says so',
  query: z.object({ host: z.string() }),
  target: 'host',
  targetKinds: ['domain'],
  contacts: [],
  data: z.object({ host: z.string(), steps: z.number() }),
  progress: z.object({ left: z.number() }),
  failures: ['timeout', 'unreachable'],
  reasons: ['timeout'],
  freshMs: () => 0,
  recheckMs: 30_000,
  cost: 3,
  capacity: { lookups: 8, perTarget: 2 },
  most: workLimits(),
  deadlineMs: () => 10_000,
  example: { host: 'example.com' },
});

export const COUNTDOWN = countdown.path;

/** One measurement of the countdown, controlled by the test. */
export interface Run extends Measurement {
  readonly question: LookupQuery;
  end(data: object): void;
  fail(error: unknown): void;
}

/** A toolbox whose only tool is the countdown. */
export function fakeToolbox(freshMs = 0) {
  const runs: Run[] = [];
  let waiting = 0;
  const deadlineMs = () => {
    waiting += 1;
    return 10_000;
  };
  const toolbox: Toolbox = {
    tools: { countdown: { ...countdown, freshMs: () => freshMs, deadlineMs } },
    check(_id, raw) {
      const parsed = countdown.query.safeParse(raw);
      if (!parsed.success) throw new ToolError('invalid-input', 'No host.');
      return { id: 'countdown', query: parsed.data, key: `countdown?${parsed.data.host}` };
    },
    measure: (question, measurement) =>
      new Promise((resolve, reject) => {
        runs.push({ question, ...measurement, end: resolve, fail: reject });
        measurement.signal.addEventListener('abort', () => reject(measurement.signal.reason), { once: true });
      }),
  };
  /** Waits until the measurement with this index (from 0) has begun. */
  const run = (index: number) =>
    eventually(() => {
      const found = runs[index];
      if (found === undefined) throw new Error(`No run ${index} yet`);
      return found;
    });
  /** Waits until `count` calls have joined or started a lookup, which each does when its deadline is read. */
  const taken = (count: number) => eventually(() => expect(waiting).toBe(count));
  return { toolbox, runs, run, taken };
}
