import type { ListEntry } from '@sonde/contract/lists/list-calls';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CompareLists } from './compare-lists.tsx';

afterEach(cleanup);

const entry = (id: string): ListEntry => ({
  id,
  name: `List ${id}`,
  madeAt: '2026-11-20T10:00:00.000Z',
  endedAt: '2026-11-20T10:01:00.000Z',
  tools: ['dns'],
  from: [],
  estimate: { lookups: 2, seconds: 1, because: null },
  done: 2,
});

it('offers the choice again after the chosen list was deleted', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const shown = { list: entry('now'), nameOf: (tool: string) => tool };
  const { rerender } = render(<CompareLists {...shown} earlier={[entry('a'), entry('b')]} />);
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Compare with an earlier list' });
  await userEvent.selectOptions(choice, 'a');
  expect(screen.getByRole('status').textContent).toBe('Comparing…');
  rerender(<CompareLists {...shown} earlier={[entry('b')]} />);
  expect(choice.selectedOptions[0]?.textContent).toBe('Compare with…');
  expect(screen.queryByRole('status')).toBeNull();
});
