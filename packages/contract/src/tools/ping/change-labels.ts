import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const pingChangeLabels: readonly ChangeLabel[] = [
  [/^address$/, 'Address'],
  [/^answers\/icmp$/, 'Answers pings'],
  [/^answers\/(.+)$/, 'Answers over $1'],
  [/^errors$/, 'Errors of routers'],
];
