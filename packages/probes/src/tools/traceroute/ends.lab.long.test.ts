import { longTarget, type PathLab, pathTarget, startPathLab } from '@sonde/lab';
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

describe('the end', () => {
  test('is told in many rounds by UDP, too, and in few that the trace did not wait', async () => {
    const host = pathTarget('switchedOff').ipv4;
    const [many, few] = (
      await tracer.run([
        { host, method: 'udp', rounds: '5' },
        { host, method: 'udp' },
      ])
    ).outcomes;
    if (many === undefined || few === undefined) throw new Error('no outcome');
    expect(traceAnswer(many)).toMatchObject({ reached: 'stopped' });
    const silent = traceAnswer(few).findings?.find(({ code }) => code === 'path-silent');
    expect(silent?.evidence).toMatch(/says so after some three seconds, which this trace did not wait for/);
  });
  test('of a target that is 34 hops away is hop 30', async () => {
    const [outcome] = (await tracer.run([{ host: longTarget, rounds: '1' }])).outcomes;
    if (outcome === undefined) throw new Error('no outcome');
    const { hops, reached } = traceAnswer(outcome);
    expect(reached).toBe('silent');
    expect(hops).toHaveLength(30);
    expect(new Set(hops.map(({ answers }) => answers[0]?.address)).size).toBe(30);
    expect(verdicts(outcome)).toEqual(['path-too-long']);
    const { stdout } = await lab.run('traceroute', ['-n', '-q1', '-m64', longTarget]);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^ *34 {2}45\.91\.2\.10 /);
  });
});
