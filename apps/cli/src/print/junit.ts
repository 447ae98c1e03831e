import { xmlAttribute, xmlText } from '@sonde/contract/escaping/xml-text';
import type { Finding, FindingState } from '@sonde/contract/finding/finding';
import { concernsTarget, isAtLeast } from '@sonde/contract/finding/severity';
import { titleOf } from './findings.ts';
import { findingsOf, type Result } from './lookup-result.ts';
import { printable } from './printable.ts';

interface TestCase {
  readonly name: string;
  readonly outcome: 'passed' | 'skipped' | 'failure' | 'error';
  /** The type of a failure or an error. */
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
}

/**
 * JUnit XML, as Jenkins and GitLab read it, with a suite for each lookup: the lookup is one test, and so is each finding and each gap. Findings from
 * `failOn` on have failed; what could not be determined or measured is skipped. `incomplete` says why results are missing.
 */
export function toJunit(results: readonly Result[], failOn: FindingState, incomplete: string | null = null): string {
  const suites = results.map((result) => ({ result, cases: casesOf(result, failOn) }));
  const rest: TestCase[] =
    incomplete === null ? [] : [{ name: 'every lookup', outcome: 'error', type: 'incomplete', message: incomplete }];
  // Lookups run concurrently.
  const longestMs = Math.max(0, ...results.map(({ durationMs }) => durationMs));
  const all = { ...countsOf([...suites.flatMap(({ cases }) => cases), ...rest]), time: secondsOf(longestMs) };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'sonde', ...all })}>`,
    ...suites.flatMap(({ result, cases }) => suiteLines(result, cases)),
    ...(rest.length === 0
      ? []
      : suiteLines({ id: 'check', target: '', durationMs: 0, endedAt: lastOf(results) }, rest)),
    '</testsuites>',
  ].join('\n');
}

const lastOf = (results: readonly Result[]): string =>
  results.map(({ endedAt }) => endedAt).reduce((a, b) => (a > b ? a : b), '');

const secondsOf = (ms: number) => (ms / 1000).toFixed(3);

function countsOf(cases: readonly TestCase[]) {
  const count = (outcome: TestCase['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

type Suite = Pick<Result, 'target' | 'durationMs' | 'endedAt'> & { readonly id: string };

function suiteLines({ id, target, durationMs, endedAt }: Suite, cases: readonly TestCase[]): string[] {
  const seconds = secondsOf(durationMs);
  // The schema of the format requires a time without a zone; it is in UTC.
  const suite = {
    name: `${id} ${target}`.trim(),
    ...countsOf(cases),
    time: seconds,
    timestamp: endedAt.replace(/\.\d+Z$|Z$/, ''),
  };
  const tests = cases.map((one, index) => caseText(one, `sonde.${id}`, index === 0 ? seconds : '0.000'));
  return [`  <testsuite${attributes(suite)}>`, ...tests, '  </testsuite>'];
}

/** Readers treat cases with the same class and name as the same test, so every name includes the target. */
function casesOf(result: Result, failOn: FindingState): TestCase[] {
  const { target } = result;
  const named = (name: string) => (name.includes(target) ? name : `${name} (${target})`);
  const findings = findingsOf(result).map((finding) => {
    const found = findingCase(finding, failOn);
    return { ...found, name: named(found.name) };
  });
  const name = named('answer');
  if (result.kind === 'failure') {
    const { code, message } = result.error;
    return [{ name, outcome: 'error', type: code, message }, ...findings];
  }
  const notMeasured = result.answer.gaps.map(
    ({ part, code }): TestCase => ({
      name: named(`gap: ${part}`),
      outcome: 'skipped',
      message: `Not measured (${code}).`,
    }),
  );
  return [{ name, outcome: 'passed' }, ...findings, ...notMeasured];
}

function findingCase(finding: Finding, failOn: FindingState): TestCase {
  const { code, state, about, evidence, fix } = finding;
  const name = `${code}: ${about}`;
  const lines = [`${titleOf(finding)} (${state})`, evidence, ...(fix === null ? [] : [`Fix: ${fix}`])];
  const text = lines.map(printable).join('\n');
  if (concernsTarget({ code }) && isAtLeast(state, failOn))
    return { name, outcome: 'failure', type: state, message: evidence, text };
  return state === 'unknown' ? { name, outcome: 'skipped', message: evidence } : { name, outcome: 'passed', text };
}

function caseText({ name, outcome, type, message, text }: TestCase, classname: string, time: string): string {
  const start = `    <testcase${attributes({ name, classname, time })}`;
  if (outcome === 'passed' && text === undefined) return `${start}/>`;
  const tag = outcome === 'passed' ? 'system-out' : outcome;
  const said = { ...(message === undefined ? {} : { message }), ...(type === undefined ? {} : { type }) };
  const inside = text === undefined ? '/>' : `>${xmlText(text)}</${tag}>`;
  return [`${start}>`, `      <${tag}${attributes(said)}${inside}`, '    </testcase>'].join('\n');
}

const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(printable(String(value)))}"`)
    .join('');
