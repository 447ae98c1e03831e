import { describe, expect, it } from 'vitest';
import { createSingleFlight, type SingleFlight } from './single-flight.ts';

type Start = (signal: AbortSignal) => Promise<string>;

/** Work that ends on demand of the test. */
function work() {
  const runs: { signal: AbortSignal; resolve(value: string): void; reject(error: unknown): void }[] = [];
  const start = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ signal, resolve, reject });
    });
  return { runs, start };
}

/** Joins the work for `key`, starting it if it is not running. */
function join(flights: SingleFlight<string, never>, key: string, signal: AbortSignal, start: Start): Promise<string> {
  if (!flights.isRunning(key)) {
    const begun = flights.begin(key);
    begun.finishWith(start(begun.signal));
  }
  return flights.join(key, signal);
}

const never = () => new AbortController().signal;

describe('single flight', () => {
  it('does the work of forty equal requests once', async () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    const waiting = Array.from({ length: 40 }, () => join(flights, 'a', never(), start));
    expect(runs).toHaveLength(1);
    runs[0]?.resolve('done');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
  });

  it('keeps different requests apart', () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    void join(flights, 'a', never(), start);
    void join(flights, 'b', never(), start);
    expect(runs).toHaveLength(2);
  });

  it('starts again after a success and after a failure', async () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    const first = join(flights, 'a', never(), start);
    runs[0]?.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    expect(flights.isRunning('a')).toBe(false);
    const second = join(flights, 'a', never(), start);
    runs[1]?.resolve('yes');
    expect(await second).toBe('yes');
  });

  it('continues for one caller when another leaves', async () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    const impatient = new AbortController();
    const leaver = join(flights, 'a', impatient.signal, start);
    const stayer = join(flights, 'a', never(), start);
    impatient.abort(new Error('gone'));
    await expect(leaver).rejects.toThrow('gone');
    expect(runs[0]?.signal.aborted).toBe(false);
    runs[0]?.resolve('done');
    expect(await stayer).toBe('done');
  });

  it('aborts the work when the last caller leaves, and starts again for the next', async () => {
    const { runs, start } = work();
    const flights = createSingleFlight<string>();
    const impatient = new AbortController();
    const leavers = [join(flights, 'a', impatient.signal, start), join(flights, 'a', impatient.signal, start)];
    impatient.abort(new Error('gone'));
    expect((await Promise.allSettled(leavers)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs[0]?.signal.aborted).toBe(true);

    const next = join(flights, 'a', never(), start);
    expect(runs).toHaveLength(2);
    runs[0]?.reject(new Error('aborted'));
    await Promise.resolve();
    expect(flights.isRunning('a')).toBe(true);
    runs[1]?.resolve('fresh');
    expect(await next).toBe('fresh');
  });
});
