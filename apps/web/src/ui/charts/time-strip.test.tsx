import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TimeStrip } from './time-strip.tsx';

afterEach(cleanup);

it('has the spread in words, and one dot per reply', () => {
  const { container } = render(<TimeStrip times={[12, 8, 40]} />);
  expect(container.querySelector('p')?.textContent).toBe('Fastest 8.00 ms, middle 12.0 ms, slowest 40.0 ms');
  expect([...container.querySelectorAll('circle')].map((dot) => dot.getAttribute('cx'))).toEqual([
    '30%',
    '20%',
    '100%',
  ]);
});

it('keeps its place while nothing has been answered', () => {
  const { container } = render(<TimeStrip times={[]} />);
  expect(container.innerHTML).toBe('<div class="strip"></div>');
});
