import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BeganContext } from '../times/began-context.ts';
import { Elapsed, Overdue } from './elapsed.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('the duration of a lookup counts from its beginning by the clock, also if it is shown later', () => {
  const began = performance.now();
  vi.advanceTimersByTime(6000);
  render(
    <BeganContext value={began}>
      <Elapsed />
    </BeganContext>,
  );
  act(() => vi.advanceTimersByTime(9000));
  expect(screen.getByText('15 s').style.visibility).toBe('visible');
});

it('a lookup that takes longer than its tool measures at most is explained, and not before', () => {
  const { container } = render(
    <BeganContext value={performance.now()}>
      <Overdue deadlineMs={12_000} />
    </BeganContext>,
  );
  act(() => vi.advanceTimersByTime(12_000));
  expect(container.textContent).toBe('');
  act(() => vi.advanceTimersByTime(1000));
  expect(container.textContent).toMatch(/^ A lookup measures for at most 12 seconds: this one had to wait/);
});
