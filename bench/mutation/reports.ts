import { relative } from 'node:path';
import type { Judgement } from './judgement.ts';

/** The fields used of Vitest's report. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    /** Relative to the folder of the tests. */
    readonly file: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly status: string }[] }[];
  }[];
}

/** The fields used of Playwright's report. */
export interface PlaywrightReport extends PlaywrightSuite {
  readonly errors: readonly { readonly message?: string }[];
}

/** A failed test says something about the change; one that timed out may only say that the machine is busy. */
export function firstFailureOfVitest(copy: string, { testResults }: VitestReport): Judgement {
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap((one) => (one.status === 'failed' ? [{ ...one, test: relative(copy, name) }] : [])),
  );
  const isLate = (messages: readonly string[] = []) => messages.some((text) => /timed out in \d+ms/.test(text));
  const real = failed.find(({ failureMessages }) => !isLate(failureMessages));
  if (real !== undefined) return { is: 'red', by: real.fullName, test: real.test };
  if (failed.length > 0) return { is: 'undecided', why: `${failed[0]?.fullName}: out of time` };
  // The file itself could not be loaded because an import is broken.
  const broken = testResults.find(({ status }) => status === 'failed');
  if (broken === undefined) return { is: 'undecided', why: 'nothing has failed, and still the tests ended red' };
  const test = relative(copy, broken.name);
  return { is: 'red', by: `${test}: ${broken.message?.split('\n')[0]?.slice(0, 120)}`, test };
}

export function firstFailureOfPlaywright(report: PlaywrightReport): Judgement {
  const specs = specsOf(report);
  const results = specs.flatMap(({ title, file, tests }) =>
    tests.flatMap((test) => (test.status === 'unexpected' ? [{ title, file, last: test.results.at(-1)?.status }] : [])),
  );
  const real = results.find(({ last }) => last === 'failed');
  if (real !== undefined) return { is: 'red', by: real.title, test: `e2e/${real.file}` };
  const why = results[0]?.title ?? report.errors[0]?.message?.split('\n')[0] ?? 'no reason was given';
  return { is: 'undecided', why: why.slice(0, 160) };
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...specs, ...suites.flatMap(specsOf)];
}
