import { type PathLab, pathTarget, startPathLab } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTracer, type Tracer, traceAnswer } from '../../testing/trace/lab-traces.ts';
import { verdicts } from '../../testing/trace/path-hops.ts';

let lab: PathLab;
let tracer: Tracer;
beforeAll(async () => {
  lab = await startPathLab();
  tracer = await startTracer(lab);
});
afterAll(async () => {
  tracer?.stop();
  await lab?.stop();
});

describe('loss', () => {
  test('at the target alone is told, and is no black hole', async () => {
    const jobs = (['ipv4', 'ipv6'] as const).map((family) => ({
      host: String(pathTarget('lossyTarget')[family]),
      rounds: '40',
    }));
    const { outcomes } = await tracer.run(jobs, { roundMs: 40 });
    expect(outcomes).toHaveLength(2);
    for (const outcome of outcomes) {
      const { hops } = traceAnswer(outcome);
      expect(hops.slice(0, 8).map(({ loss }) => loss)).toEqual(Array(8).fill(0));
      expect(hops[8]?.loss).toBeGreaterThan(10);
      expect(verdicts(outcome)).toEqual(expect.arrayContaining(['loss-at-target', 'path-complete']));
      expect(verdicts(outcome)).not.toContain('mtu-black-hole');
    }
  });

  test('on a link shows at all hops behind it', async () => {
    const outcomes = (await tracer.run([{ host: String(pathTarget('lossy').ipv4), rounds: '60' }], { roundMs: 40 }))
      .outcomes;
    for (const outcome of outcomes) {
      const { hops } = traceAnswer(outcome);
      expect(hops.slice(0, 4).map(({ loss }) => loss)).toEqual([0, 0, 0, 0]);
      const causes = hops.slice(4).map(({ lossIs }) => lossIs);
      // By chance, one hop may have so few losses that it looks unaffected.
      expect(causes.filter((cause) => cause === 'path').length).toBeGreaterThanOrEqual(4);
      expect(verdicts(outcome)[0]).toBe('loss-on-path');
    }
  });
  test('by the rate limits of Linux affects answers only, and not the target', async () => {
    await lab.limitAnswers(true);
    try {
      const [outcome] = (await tracer.run([{ host: String(pathTarget('plain').ipv4), rounds: '20' }], { roundMs: 100 }))
        .outcomes;
      if (outcome === undefined) throw new Error('no outcome');
      const { hops } = traceAnswer(outcome);
      expect(hops.at(-1)).toMatchObject({ loss: 0, lossIs: null });
      expect(hops.slice(0, 8).map(({ lossIs }) => lossIs)).toEqual(Array(8).fill('answers'));
      expect(verdicts(outcome)).toEqual(['answers-limited', 'path-complete']);
    } finally {
      await lab.limitAnswers(false);
    }
  });
});
