import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const macChangeLabels: readonly ChangeLabel[] = [
  [/^registrations$/, 'Registrations'],
  [/^conventions$/, 'Known uses'],
];
