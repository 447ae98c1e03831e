import type { ListedLookup, ListState } from '@sonde/contract/lists/list-calls';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ListLookups } from './list-lookups.tsx';

afterEach(cleanup);

const lookup = (target: string, more: Partial<ListedLookup> = {}): ListedLookup => ({
  ...{ target, tool: 'ssl', codes: [], gaps: [], failure: null, measuredAt: '2026-11-29T20:00:00.000Z' },
  ...more,
});
const stateOf = (items: ListedLookup[]): ListState => ({
  ...{ id: 'one', name: 'ours', tools: ['ssl', 'dns'], from: [], estimate: { lookups: 1, seconds: 1, because: null } },
  ...{ madeAt: '2026-11-29T19:00:00.000Z', endedAt: '2026-11-29T20:00:00.000Z' },
  ...{ done: items.length, total: items.length, summary: [], items },
});
const show = (items: ListedLookup[]) => render(<ListLookups state={stateOf(items)} nameOf={(tool) => tool} />);

const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''));
const order = () => screen.getByRole('combobox', { name: 'Order' });

it('says of each lookup when it expires and how many days are left, and why that is not known', () => {
  show([
    lookup('later.example', { expiresAt: '2027-02-17T20:22:06.000Z' }),
    lookup('ended.example', { expiresAt: '2026-11-01T20:00:00.000Z' }),
    lookup('gone.example', { failure: 'timeout', measuredAt: null, expiresAt: null }),
    lookup('later.example', { tool: 'dns' }),
  ]);
  expect(titles()).toEqual(['Target', 'Tool', 'State', 'Verdict', 'Expires', 'Days left']);
  expect(shown().map(([target, tool, , , expires, left]) => [target, tool, expires, left])).toEqual([
    ['later.example', 'ssl', '2027-02-17 20:22:06 UTC', '80'],
    ['ended.example', 'ssl', '2026-11-01 20:00:00 UTC', 'Expired'],
    ['gone.example', 'ssl', '', 'Not measured'],
    ['later.example', 'dns', '', ''],
  ]);
});

it('leads to the answer that was kept, but for a lookup without one', () => {
  show([
    lookup('a.example'),
    lookup('a.example', { place: 'fra' }),
    lookup('gone.example', { failure: 'timeout' }),
    lookup('offline.example', { place: 'fra', measuredAt: null }),
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/lists?list=one&tool=ssl&target=a.example',
    '/lists?list=one&tool=ssl&target=a.example&place=fra',
  ]);
});

it('has what expires first at the top on request, of all lookups and not only of those in view', async () => {
  const many = Array.from({ length: 600 }, (_, at) => lookup(`n${at}.example`, { tool: 'dns' }));
  show([
    ...many,
    lookup('later.example', { expiresAt: '2027-02-17' }),
    lookup('soon.example', { expiresAt: '2026-12-09' }),
  ]);
  expect(shown().map(([target]) => target)).not.toContain('soon.example');
  await userEvent.selectOptions(order(), 'Expires soonest first');
  expect(
    shown()
      .slice(0, 3)
      .map(([target]) => target),
  ).toEqual(['soon.example', 'later.example', 'n0.example']);
  await userEvent.selectOptions(order(), 'As in the list');
  expect(shown()[0]?.[0]).toBe('n0.example');
});

it('has neither for lists of tools whose answers have no expiry, nor for lists made before it was stored', () => {
  show([lookup('a.example', { tool: 'dns', gaps: ['soa'] }), lookup('a.example')]);
  expect(titles()).toEqual(['Target', 'Tool', 'State', 'Verdict', 'Not measured']);
  expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull();
});
