import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const whoisChangeLabels: readonly ChangeLabel[] = [
  [/^name$/, 'Name'],
  [/^state$/, 'State of the name'],
  [/^registrar$/, 'Registrar (IANA ID, or name)'],
  [/^created$/, 'Registered'],
  [/^updated$/, 'Last changed'],
  [/^expires$/, 'Ends'],
  [/^registrarExpires$/, 'Expires at the registrar'],
  [/^status$/, 'Status codes'],
  [/^nameServers$/, 'Name servers'],
  [/^dnssec$/, 'DNSSEC'],
  [/^ds$/, 'DS records'],
  [/^holder$/, 'Holder'],
  [/^abuse$/, 'Abuse contact'],
  [/^handle$/, 'Handle'],
  [/^label$/, 'Name of the network'],
  [/^range$/, 'Range'],
  [/^country$/, 'Country'],
  [/^partOf$/, 'Enclosing networks'],
];
