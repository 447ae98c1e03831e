import { render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DataSetsPanel } from './data-sets-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const set = {
  ...{ id: 'ct-logs', name: 'Certificate logs', publisher: 'Google', source: 'https://s.example/', licence: 'facts' },
  ...{ date: '2026-10-05T13:39:47.000Z', ageDays: 71, origin: 'bundled', state: 'expired', expiresAt: null },
  ...{
    triedAt: '2026-12-15T00:00:00.000Z',
    error: 'log_list.json is empty.',
    nextUpdateAt: '2026-12-15T01:00:00.000Z',
  },
};
const missing = {
  ...set,
  id: 'geo-asn',
  date: null,
  ageDays: null,
  origin: null,
  state: 'missing',
  error: null,
  nextUpdateAt: null,
};

function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
}

test('names each set with its state, date, age, source of the copy, next update and last error', async () => {
  answer({ success: true, message: 'ok', _data: { datasets: [set, missing] } });
  render(<DataSetsPanel />);
  const row = within(await screen.findByRole('row', { name: /ct-logs/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    ...['Certificate logs (ct-logs)', 'Expired', '2026-10-05', '71 days', 'with Sonde', '2026-12-15 01:00:00 UTC'],
    ...['log_list.json is empty.', 'Google'],
  ]);
  const other = within(screen.getByRole('row', { name: /geo-asn/ }));
  expect(other.getByText('Missing')).toBeDefined();
  expect(other.getAllByText('Not available')).toHaveLength(3);
});
