import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const tracerouteChangeLabels: readonly ChangeLabel[] = [
  [/^address$/, 'Address'],
  [/^reached$/, 'End of the path'],
  [/^refusal$/, 'Error from a router'],
  [/^networks$/, 'Networks on the path'],
  [/^path MTU$/, 'Path MTU, in octets'],
];

/** Codes among the facts that are not self-explanatory, with their meanings. */
export const tracerouteFactTexts: Readonly<Record<string, string>> = {
  target: 'at the target',
  stopped: 'rejected by a router',
  silent: 'no answer',
};
