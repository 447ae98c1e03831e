import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { List } from './list.tsx';
import { MAX_TEXT } from './read-paste.ts';

afterEach(cleanup);

it('accepts no more text than is read, and shows no more', () => {
  render(<List />);
  for (const field of screen.getAllByRole<HTMLTextAreaElement>('textbox')) expect(field.maxLength).toBe(MAX_TEXT);
});
