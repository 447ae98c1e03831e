import { describe, expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** Work that ends when the test says so. */
function work() {
  const runs: { signal: AbortSignal; resolve(value: string): void; reject(error: unknown): void }[] = [];
  const start = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ signal, resolve, reject });
    });
  return { runs, start };
}

const never = () => new AbortController().signal;

describe('single flight', () => {
  it('does the work of forty equal questions once', async () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    const waiting = Array.from({ length: 40 }, () => flights.join('a', never(), start));
    expect(runs).toHaveLength(1);
    runs[0]?.resolve('done');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
  });

  it('keeps different questions apart', () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    void flights.join('a', never(), start);
    void flights.join('b', never(), start);
    expect(runs).toHaveLength(2);
  });

  it('starts anew after landing, in success and in failure', async () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    const first = flights.join('a', never(), start);
    runs[0]?.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    expect(flights.isUnderWay('a')).toBe(false);
    const second = flights.join('a', never(), start);
    runs[1]?.resolve('yes');
    expect(await second).toBe('yes');
  });

  it('lets one caller leave and goes on for the other', async () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    const impatient = new AbortController();
    const leaver = flights.join('a', impatient.signal, start);
    const stayer = flights.join('a', never(), start);
    impatient.abort(new Error('gone'));
    await expect(leaver).rejects.toThrow('gone');
    expect(runs[0]?.signal.aborted).toBe(false);
    runs[0]?.resolve('done');
    expect(await stayer).toBe('done');
  });

  it('aborts the work when the last caller leaves, and starts anew for the next', async () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    const impatient = new AbortController();
    const leavers = [flights.join('a', impatient.signal, start), flights.join('a', impatient.signal, start)];
    impatient.abort(new Error('gone'));
    expect((await Promise.allSettled(leavers)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs[0]?.signal.aborted).toBe(true);

    const next = flights.join('a', never(), start);
    expect(runs).toHaveLength(2);
    runs[0]?.reject(new Error('aborted'));
    await Promise.resolve();
    expect(flights.isUnderWay('a')).toBe(true);
    runs[1]?.resolve('fresh');
    expect(await next).toBe('fresh');
  });

  it('does not start for a caller who is gone already', async () => {
    const { runs, start } = work();
    await expect(createSingleFlight<string>().join('a', AbortSignal.abort(new Error('gone')), start)).rejects.toThrow(
      'gone',
    );
    expect(runs).toHaveLength(0);
  });
});
