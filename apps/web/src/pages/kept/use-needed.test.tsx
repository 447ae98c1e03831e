import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNeeded } from './use-needed.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('renders what is below the window once the page has rested, without any sign of a reader', () => {
  vi.useFakeTimers();
  const { result } = renderHook(() => useNeeded(3));
  act(() => void vi.advanceTimersByTime(1900));
  expect(result.current).toBe(0);
  act(() => void vi.advanceTimersByTime(200));
  expect(result.current).toBe(3);
});

it('renders it at the first sign of a reader', () => {
  vi.useFakeTimers();
  const { result } = renderHook(() => useNeeded(3));
  act(() => void dispatchEvent(new Event('wheel')));
  expect(result.current).toBe(3);
});
