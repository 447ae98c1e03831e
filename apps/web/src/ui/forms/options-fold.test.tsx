import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OptionsFold } from './options-fold.tsx';

afterEach(cleanup);

it('opens when an option is used, and stays open when none is used any more', () => {
  const fold = () => screen.getByRole<HTMLDetailsElement>('group');
  const { rerender } = render(<OptionsFold isUsed={false}>field</OptionsFold>);
  expect(fold().open).toBe(false);
  rerender(<OptionsFold isUsed>field</OptionsFold>);
  expect(fold().open).toBe(true);
  rerender(<OptionsFold isUsed={false}>field</OptionsFold>);
  expect(fold().open).toBe(true);
});
