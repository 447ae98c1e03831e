import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ListTable } from './list-table.tsx';

afterEach(cleanup);

const nothing = { place: 'fra', state: 'offline', data: null, code: null, reason: null };

it('has one row for each place, and says why one gave no answer', () => {
  const seenFrom = [{ ...nothing, place: 'self', state: 'failure', code: 'not-found', reason: 'nxdomain' }, nothing];
  const rows = [
    { target: 'a.example', state: 'answered' as const, data: { seenFrom } },
    { target: 'b.example', state: 'waiting' as const },
  ];
  render(<ListTable tool="dns" from={['self', 'fra']} rows={rows} isRunning={false} pausedUntil={null} />);
  expect(screen.getByRole('columnheader', { name: /As seen from/ })).toBeTruthy();
  const cells = screen
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
  expect(cells.slice(1).map((row) => row.slice(0, 3))).toEqual([
    ['a.example', 'this server', 'No answer'],
    ['a.example', 'fra', 'Offline'],
    ['b.example', '', ''],
  ]);
  expect(document.body.textContent).toContain('Its agent is not connected.');
});
