import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const geoChangeLabels: readonly ChangeLabel[] = [
  [/^addresses$/, 'Addresses'],
  [/^specialUse$/, 'Special use'],
  [/^(.+)\/country$/, 'Country of $1'],
  [/^(.+)\/region$/, 'Region of $1'],
  [/^(.+)\/city$/, 'City of $1'],
  [/^(.+)\/timezone$/, 'Time zone of $1'],
  [/^(.+)\/asn$/, 'AS number of $1'],
  [/^(.+)\/network$/, 'Network of $1'],
  [/^(.+)\/hostname$/, 'Host name of $1'],
  [/^(.+)\/hosting$/, '$1 is a hosting address'],
];
