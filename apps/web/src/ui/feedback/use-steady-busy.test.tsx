import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSteadyBusy } from './use-steady-busy.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function busyFor(ms: number) {
  const { result, rerender } = renderHook(({ busy }) => useSteadyBusy(busy), { initialProps: { busy: true } });
  act(() => vi.advanceTimersByTime(ms));
  rerender({ busy: false });
  return result;
}

describe('a steady spinner', () => {
  it('disappears at once after a short wait', () => {
    expect(busyFor(100).current).toBe(false);
  });

  it('stays for 400 ms once shown', () => {
    const result = busyFor(200);
    expect(result.current).toBe(true);
    act(() => vi.advanceTimersByTime(349));
    expect(result.current).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBe(false);
  });

  it('disappears with the answer if that takes longer', () => {
    const result = busyFor(2000);
    act(() => vi.advanceTimersByTime(0));
    expect(result.current).toBe(false);
  });
});
