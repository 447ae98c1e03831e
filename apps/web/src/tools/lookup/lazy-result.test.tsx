import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyResult } from './lazy-result.tsx';

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(cleanup);

function Counter({ name }: { readonly name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}

const loadCounter = () => vi.fn(async () => ({ Result: Counter }));
const text = () => document.body.textContent;

it('shows the fallback while the code loads, and the result at its arrival, without a timer', async () => {
  let arrive = () => {};
  const code = new Promise<{ Result: typeof Counter }>((resolve) => {
    arrive = () => resolve({ Result: Counter });
  });
  const { Result } = lazyResult(() => code, 'no code');
  render(<Result name="a" fallback="loading" />);
  expect(text()).toBe('loading');
  // Outside of `act`, which would not wait as React does for visitors.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  // React may delay what replaces a fallback by a timer of 300 ms, which would never end here.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    arrive();
    for (let turn = 0; turn < 1000 && text() !== 'a 0'; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
  } finally {
    vi.useRealTimers();
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  }
  expect(text()).toBe('a 0');
});

it('shows code that is there already at once', async () => {
  const { Result, prefetch } = lazyResult(loadCounter(), 'no code');
  await act(async () => prefetch());
  render(<Result name="a" fallback="loading" />);
  expect(text()).toBe('a 0');
});

it('keeps the state of the result when its page renders again with another fallback', async () => {
  const { Result } = lazyResult(loadCounter(), 'no code');
  const { rerender } = render(<Result name="a" fallback="loading" />);
  await userEvent.click(await screen.findByRole('button', { name: 'a 0' }));
  rerender(<Result name="b" fallback="loading more" />);
  expect(text()).toBe('b 1');
});

it('loads the code before it is rendered only if the address has a query', () => {
  const load = loadCounter();
  lazyResult(load, 'no code');
  expect(load).not.toHaveBeenCalled();
  history.replaceState(null, '', '/?domain=example.com');
  lazyResult(load, 'no code');
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads code that was missing when somebody tries again, or when another lookup begins', async () => {
  const load = loadCounter();
  load.mockRejectedValue(new Error('gone'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { Result } = lazyResult(load, 'no code');
  const { unmount } = render(<Result name="a" fallback="loading" />);
  await screen.findByText('no code');
  expect(load).toHaveBeenCalledTimes(1);
  unmount();
  render(<Result name="b" fallback="loading" />);
  await screen.findByText('no code');
  load.mockResolvedValue({ Result: Counter });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'b 0' });
  vi.restoreAllMocks();
});
