import { ToolError } from '@sonde/contract';
import type { FindingState } from '@sonde/contract/finding/finding';
import { expect, it } from 'vitest';
import { exitStatusOf, placesStatus } from './exit-status.ts';
import type { Result } from './print/lookup-result.ts';

const lookup = { id: 'ping', target: 'a.example', durationMs: 1, endedAt: '2026-11-22T14:00:00.000Z' } as const;

function answered(states: readonly FindingState[], hasGap = false): Result {
  const findings = states.map((state) => ({ code: 'x', state, about: 'a', evidence: 'b', fix: null }));
  const gaps = hasGap ? [{ part: 'MX', code: 'timeout' as const }] : [];
  return { ...lookup, kind: 'answer', answer: { gaps, findings } };
}

it.each<[FindingState[], boolean, FindingState | null, number]>([
  [[], false, null, 0],
  [['bad'], false, null, 0],
  [['bad'], true, null, 2],
  [['bad'], false, 'bad', 3],
  [['warn'], false, 'bad', 0],
  [['warn'], true, 'bad', 2],
  [['warn'], false, 'warn', 3],
  [['unknown'], false, 'warn', 0],
  [['unknown'], false, 'unknown', 3],
  [['note'], false, 'unknown', 0],
  [['good', 'note'], false, 'note', 3],
  [['good'], false, 'note', 0],
  // Both: the finding is certain.
  [['bad'], true, 'warn', 3],
])('findings %j, a gap: %s, --fail-on %s: %i', (states, hasGap, failOn, status) => {
  expect(exitStatusOf(answered(states, hasGap), failOn)).toBe(status);
});

it('a failure takes precedence over everything else', () => {
  const error = new ToolError('timeout', 'No answer in time.');
  expect(exitStatusOf({ ...lookup, kind: 'failure', error }, 'note')).toBe(1);
});

it('a target or option that the contract refuses is wrong usage', () => {
  const error = new ToolError('invalid-input', 'Please enter a valid domain.');
  expect(exitStatusOf({ ...lookup, kind: 'failure', error }, null)).toBe(64);
});

const places = (...data: (Readonly<Record<string, unknown>> | null)[]) => ({
  places: data.map((one) => ({
    ...{ place: 'fra', state: one === null ? 'offline' : 'answer', data: one },
    ...{ code: null, reason: null, measuredMs: null },
  })),
  ...{ tool: 'dns', groups: [], findings: [] },
});
const good = { findings: [], gaps: [] };
const bad = { findings: [{ code: 'x', state: 'bad', about: 'a', evidence: 'b', fix: null }], gaps: [] };

it.each<[string, ReturnType<typeof places>, FindingState | null, number]>([
  ['all have an answer', places(good, bad), null, 0],
  ['one place has none', places(good, null), null, 2],
  ['one answer has a gap', places(good, { ...good, gaps: [{}] }), null, 2],
  ['no place has an answer', places(null, null), 'note', 1],
  ['one answer is bad', places(good, bad), 'bad', 3],
  ['one answer is bad, and one place has none', places(bad, null), 'bad', 3],
  ['an answer is of another version', places({ findings: 'none' }), 'note', 0],
])('from places: %s', (_what, answer, failOn, status) => {
  expect(placesStatus(answer, failOn)).toBe(status);
});

it('from places: that the answers differ is a note', () => {
  const findings = [{ code: 'places-differ', state: 'note', about: 'a', evidence: 'b', fix: null }];
  expect(placesStatus({ ...places(good, good), findings }, 'note')).toBe(3);
  expect(placesStatus({ ...places(good, good), findings }, 'warn')).toBe(0);
});
