import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld } from '../../../../demo/src/world.ts';
import { type DemoReporter, startDemoReporter } from './testing/demo-reporter.ts';
import { addedByOneFailure, everyFailure } from './testing/one-failure.ts';

let reporter: DemoReporter;

beforeAll(async () => {
  reporter = await startDemoReporter(await startWorld());
});
afterAll(() => reporter?.stop());

test.each(['shop.test', 'parked.test'])(
  'no tool says anything bad about %s because of one SERVFAIL or one silence, whichever question it is',
  async (target) => {
    expect(await addedByOneFailure(reporter, target, await everyFailure(reporter, target))).toEqual([]);
  },
  1_200_000,
);
