import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const dnsChangeLabels: readonly ChangeLabel[] = [
  [/^records\/(.+)$/, '$1 records'],
  [/^dnssec$/, 'DNSSEC'],
];
