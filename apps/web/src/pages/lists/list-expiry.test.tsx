import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ListTable } from './list-table.tsx';

afterEach(cleanup);

const certificate = (domain: string, validUntil: string | null) => ({
  target: domain,
  state: 'answered' as const,
  data: {
    domain,
    validUntil,
    certificateChain: [],
    builtChain: [],
    servedCertificates: [],
    reasons: [],
    checkedAt: '2026-11-29T20:00:00.000Z',
  },
});
const rows = [
  certificate('later.example', '2027-02-17T20:22:06.000Z'),
  { target: 'gone.example', state: 'failed' as const, error: new Error('gone') },
  certificate('soon.example', '2026-12-09T21:00:00.000Z'),
  certificate('ended.example', '2026-11-01T20:00:00.000Z'),
  certificate('unknown.example', null),
  { target: 'next.example', state: 'waiting' as const },
];

const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''));

it('says of each certificate when it expires and how many days are left, and of the others why not', () => {
  render(<ListTable tool="ssl" from={[]} rows={rows} isRunning={false} pausedUntil={null} />);
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(titles).toEqual(['Target', 'Verdict', 'Expires', 'Days left', 'Result']);
  expect(shown().map(([target, , expires, left]) => [target, expires, left])).toEqual([
    ['later.example', '2027-02-17 20:22:06 UTC', '80'],
    ['gone.example', '', 'Not measured'],
    ['soon.example', '2026-12-09 21:00:00 UTC', '10'],
    ['ended.example', '2026-11-01 20:00:00 UTC', 'Expired'],
    ['unknown.example', '', 'Not measured'],
    ['next.example', '', ''],
  ]);
  expect(document.body.textContent).toContain('1 has expired, 1 expires within 30 days, 1 later.');
});

it('has the certificates that expire first at the top on request, and those that were not measured last', async () => {
  render(<ListTable tool="ssl" from={[]} rows={rows} isRunning={false} pausedUntil={null} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Expires soonest first');
  expect(shown().map(([target]) => target)).toEqual([
    'ended.example',
    'soon.example',
    'later.example',
    'gone.example',
    'unknown.example',
    'next.example',
  ]);
});

it('has neither for a tool whose answers have no end', () => {
  render(<ListTable tool="ping" from={[]} rows={[]} isRunning={false} pausedUntil={null} />);
  expect(screen.queryByRole('columnheader', { name: 'Expires' })).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});
