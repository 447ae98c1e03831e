import { expect, it } from 'vitest';
import type { PlaceAnswer } from '../places/places.ts';
import { changesOfLookup } from './compare-outcomes.ts';
import { listedLookup, listTable } from './list-outcome.ts';
import { keyOfLookup, placedOutcome } from './placed-outcome.ts';

const of = { target: 'a.example', tool: 'dns' };
const nothing: PlaceAnswer = { place: 'fra', state: 'offline', data: null, code: null, reason: null, measuredMs: null };
const failed: PlaceAnswer = { ...nothing, state: 'failure', code: 'not-found', reason: 'nxdomain', measuredMs: 4 };
const answered: PlaceAnswer = { ...nothing, state: 'answer', data: { gaps: [], findings: [] }, measuredMs: 4 };

it('a place without an answer is a named gap, neither a failure nor an envelope', () => {
  const outcome = placedOutcome(of, nothing);
  expect(outcome).toEqual({ ...of, place: 'fra', state: 'offline', outcome: null });
  expect(listedLookup(outcome)).toMatchObject({ place: 'fra', gaps: ['offline'], failure: null, measuredAt: null });
  // It says nothing of the target.
  expect(changesOfLookup(outcome, placedOutcome(of, answered))).toBeNull();
});

it('a failure there is one of the lookup', () => {
  const outcome = placedOutcome(of, failed);
  expect(outcome).toMatchObject({ place: 'fra', outcome: { success: false, code: 'not-found', reason: 'nxdomain' } });
  expect(listedLookup(outcome).failure).toBe('nxdomain');
});

it('the table has a column for the place only if places were asked', () => {
  const items = [listedLookup(placedOutcome(of, failed))];
  const placed = listTable({ name: '', from: ['self', 'fra'], items });
  expect([placed.columns[2], placed.rows[0]?.[2], placed.rows[0]?.length]).toEqual([
    'Place',
    'fra',
    placed.columns.length,
  ]);
  const { columns, rows } = listTable({ name: '', from: [], items });
  expect([columns.includes('Place'), rows[0]?.length]).toEqual([false, columns.length]);
});

it('a lookup of this server is the same with and without places', () => {
  expect(keyOfLookup(of)).toBe(keyOfLookup({ ...of, place: 'self' }));
  expect(keyOfLookup(of)).not.toBe(keyOfLookup({ ...of, place: 'fra' }));
});
