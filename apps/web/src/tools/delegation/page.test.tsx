import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

afterEach(cleanup);

test('the page is headed by its title', () => {
  render(<Page screen={card} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(card.title);
});

test('a visitor submits a target, waits and reads the answer', () => {
  expect.fail(
    'Write the rules, texts, answer and failures of delegation from the components in ui/, and test them here.',
  );
});
