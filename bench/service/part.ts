import type { BenchReport, Target } from '../report.ts';

/** What one of the measurements of the service has found. */
export type Part = Omit<BenchReport, 'conditions'>;

export function atMost(what: string, value: number, limit: number): Target {
  return { what, value, limit, isMet: value <= limit };
}
