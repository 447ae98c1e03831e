import { mainPath, type PathTargetName, pathAddressOf, pathTarget } from '@sonde/lab';
import { type TraceJobOutcome, traceAnswer } from './lab-traces.ts';

/** A command prefix: no capabilities, and no program can gain any. */
export const powerless = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];

export const families = ['ipv4', 'ipv6'] as const;
export type Family = (typeof families)[number];

/** The nodes of the main path as a trace shows them, the target last. */
export function pathTo(target: PathTargetName, family: Family): string[] {
  const routers = mainPath.slice(1, -1).map((node, index) => pathAddressOf(node, mainPath[index] ?? '')[family]);
  return [...routers, pathTarget(target)[family]];
}

export const shownHops = (outcome: TraceJobOutcome) =>
  traceAnswer(outcome).hops.map(({ answers }) => answers.map(({ address }) => address).join(' '));
export const labelsAt = (outcome: TraceJobOutcome, ttl: number) =>
  traceAnswer(outcome).hops[ttl - 1]?.answers.flatMap((answer) => answer.labels.map(({ label }) => label));
export const verdicts = (outcome: TraceJobOutcome) => (traceAnswer(outcome).findings ?? []).map(({ code }) => code);
