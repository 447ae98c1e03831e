import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onAbort } from './signals.ts';

afterEach(() => vi.restoreAllMocks());

const listenersOf = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length;

describe('onAbort', () => {
  it('calls all who wait, once each, in their order', () => {
    const one = new AbortController();
    const calls: string[] = [];
    const same = () => void calls.push('same');
    for (const listener of [() => void calls.push('first'), same, same]) onAbort(one.signal, listener);
    one.abort();
    one.abort();
    expect(calls).toEqual(['first', 'same', 'same']);
  });

  it('calls at once where the signal has fired', () => {
    const listener = vi.fn();
    onAbort(AbortSignal.abort(), listener)();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('has one listener for all, and none when the last has left', () => {
    const one = new AbortController();
    const listener = vi.fn();
    const leave = Array.from({ length: 40 }, () => onAbort(one.signal, listener));
    expect(listenersOf(one)).toBe(1);
    for (const stop of leave) stop();
    expect(listenersOf(one)).toBe(0);
    one.abort();
    expect(listener).not.toHaveBeenCalled();
  });

  it('is heard again by who comes after all have left', () => {
    const one = new AbortController();
    const stop = onAbort(one.signal, () => {});
    stop();
    const listener = vi.fn();
    onAbort(one.signal, listener);
    // Leaving twice is leaving once.
    stop();
    one.abort();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('does not call who leaves while others are called', () => {
    const one = new AbortController();
    const late = vi.fn();
    const leave: (() => void)[] = [];
    onAbort(one.signal, () => leave[0]?.());
    leave.push(onAbort(one.signal, late));
    one.abort();
    expect(late).not.toHaveBeenCalled();
  });

  it('calls the others when one throws, and lets that be known', () => {
    const one = new AbortController();
    const thrown: (() => void)[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((throws) => void thrown.push(throws));
    const other = vi.fn();
    onAbort(one.signal, () => {
      throw new Error('a bug');
    });
    onAbort(one.signal, other);
    one.abort();
    expect(other).toHaveBeenCalledOnce();
    expect(thrown[0]).toThrow('a bug');
  });
});
