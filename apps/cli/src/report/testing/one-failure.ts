import type { ReportData } from '@sonde/contract';
import { findingsOf } from '@sonde/contract/report/compose';
import type { DemoReporter } from './demo-reporter.ts';
import { type Failure, failsOnce, failures } from './fails-once.ts';

/** One question of a report that fails, by its place in the order of questions. */
export interface OneFailure {
  readonly failure: Failure;
  readonly at: number;
}

const badOf = (report: ReportData) =>
  report.parts.flatMap((part) =>
    findingsOf(part).flatMap(({ state, code, about }) =>
      state === 'bad' ? [`${part.tool}: ${code} of ${about}`] : [],
    ),
  );

/** Makes a report in which this question fails; which one that was, and the bad findings of all tools. */
async function reportWith({ reportOn }: DemoReporter, target: string, { failure, at }: OneFailure) {
  let asked = 0;
  let failed = '';
  const report = await reportOn(target, (net) =>
    failsOnce(net, failure, (call) => {
      asked += 1;
      if (asked === at) failed = `${failure} of ${call}`;
      return asked === at;
    }),
  );
  return { bad: badOf(report), asked, failed };
}

/** Every question of a report, failing in either way. */
export async function everyFailure(reporter: DemoReporter, target: string): Promise<OneFailure[]> {
  const { asked } = await reportWith(reporter, target, { failure: 'silence', at: 0 });
  return failures.flatMap((failure) => Array.from({ length: asked }, (_, index) => ({ failure, at: index + 1 })));
}

/** What a single failure adds to the bad findings about a target, each with the question that failed. */
export async function addedByOneFailure(
  reporter: DemoReporter,
  target: string,
  tried: readonly OneFailure[],
): Promise<string[]> {
  const before = new Set((await reportWith(reporter, target, { failure: 'silence', at: 0 })).bad);
  const added: string[] = [];
  for (const one of tried) {
    const { bad, failed } = await reportWith(reporter, target, one);
    added.push(...bad.filter((finding) => !before.has(finding)).map((finding) => `${finding}, after ${failed}`));
  }
  return added;
}
