import type { BenchReport, Target } from '../report.ts';

/** The result of one of the service's measurements. */
export type Part = Omit<BenchReport, 'conditions'>;

export function atMost(what: string, value: number, limit: number): Target {
  return { what, value, limit, isMet: value <= limit };
}
