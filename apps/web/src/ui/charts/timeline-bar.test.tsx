import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TimelineBar } from './timeline-bar.tsx';

const now = new Date('2026-11-22T12:00:00Z');
const at = (days: number, minutes = 0) => new Date(now.getTime() + days * 86_400_000 + minutes * 60_000);

it.each([
  // Was «119 days left, 0 of 90 passed».
  ['not valid yet', at(29, 60), at(119, 60), 'begins in 29 days, for 90 days'],
  ['valid in an hour', at(0, 60), at(90, 60), 'begins in less than a day, for 90 days'],
  // Was «1 of 80 days passed», and before that «0 of 80 days passed, 79 left».
  ['issued minutes ago', at(0, -5), at(80, -5), 'day 1 of 80, 79 days left'],
  ['issued a day and a minute ago', at(-1, -1), at(79, -1), 'day 2 of 80, 78 days left'],
  ['a second short of its days', at(-2, -1), new Date(at(78, -1).getTime() - 1000), 'day 3 of 80, 77 days left'],
  ['some hours longer than its days', at(0), at(80, 300), 'day 1 of 80, 80 days left'],
  ['in the middle', at(-112, -60), at(38, -60), 'day 113 of 150, 37 days left'],
  ['on its last day', at(-79, -60), at(1, -60), 'day 80 of 80, less than a day left'],
  ['over', at(-90, -60), at(0, -60), 'ended less than a day ago'],
  ['long over', at(-100), at(-10), 'ended 10 days ago'],
])('%s', (_what, from, until, sentence) => {
  render(<TimelineBar from={from} until={until} now={now} tone="ok" />);
  expect(screen.getByText(sentence)).toBeTruthy();
});
