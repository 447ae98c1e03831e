import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StatusLine } from './status-line.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the status line', () => {
  it('shows the activity, and after three seconds its duration and a cancel button', () => {
    const onCancel = vi.fn();
    render(<StatusLine text="Looking up DNS records..." onCancel={onCancel} />);
    expect(screen.getByRole('status').textContent).toBe('Looking up DNS records...');
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.queryByRole('button')).toBeNull();
    act(() => vi.advanceTimersByTime(1000));
    expect(screen.getByText('3 s')).toBeTruthy();
    screen.getByRole('button', { name: 'Cancel' }).click();
    expect(onCancel).toHaveBeenCalledOnce();
  });
});
