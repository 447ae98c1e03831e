import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const subdomainChangeLabels: readonly ChangeLabel[] = [
  [/^names$/, 'Names'],
  [/^wildcards$/, 'Wildcards'],
  [/^names\/(.+)\/resolves$/, '$1 has an address'],
  [/^names\/(.+)\/ipv4$/, 'IPv4 addresses of $1'],
  [/^names\/(.+)\/ipv6$/, 'IPv6 addresses of $1'],
  [/^names\/(.+)\/aliases$/, 'Aliases of $1'],
];
