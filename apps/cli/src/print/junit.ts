import type { Finding, FindingState } from '@sonde/contract/findings/finding';
import { isAtLeast } from '@sonde/contract/findings/severity';
import { titleOf } from './findings.ts';
import type { Result } from './lookup-result.ts';
import { printable } from './printable.ts';

interface TestCase {
  readonly name: string;
  readonly outcome: 'passed' | 'skipped' | 'failure' | 'error';
  /** Of a failure or an error. */
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
}

/**
 * JUnit XML, as Jenkins and GitLab read it: the lookup is one test, and so is each finding and each gap. Findings from
 * `failOn` on have failed; what could not be determined or measured is skipped.
 */
export function toJunit(result: Result, failOn: FindingState): string {
  const cases = casesOf(result, failOn);
  const { id, target, durationMs, endedAt } = result;
  const seconds = (durationMs / 1000).toFixed(3);
  const count = (outcome: TestCase['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
  // A time without a zone, as the schema of the format has it; it is UTC.
  const suite = { name: `${id} ${target}`, ...counts, time: seconds, timestamp: endedAt.replace(/\.\d+Z$|Z$/, '') };
  const tests = cases.map((one, index) => caseText(one, `sonde.${id}`, index === 0 ? seconds : '0.000'));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'sonde', ...counts, time: seconds })}>`,
    `  <testsuite${attributes(suite)}>`,
    ...tests,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function casesOf(result: Result, failOn: FindingState): TestCase[] {
  const name = 'answer';
  if (result.kind === 'failure') {
    const { code, message } = result.error;
    return [{ name, outcome: 'error', type: code, message }];
  }
  const { gaps, findings } = result.answer;
  const notMeasured = gaps.map(
    ({ part, code }): TestCase => ({ name: `gap: ${part}`, outcome: 'skipped', message: `Not measured (${code}).` }),
  );
  return [{ name, outcome: 'passed' }, ...findings.map((finding) => findingCase(finding, failOn)), ...notMeasured];
}

function findingCase(finding: Finding, failOn: FindingState): TestCase {
  const { code, state, about, evidence, fix } = finding;
  const name = `${code}: ${about}`;
  const lines = [`${titleOf(finding)} (${state})`, evidence, ...(fix === null ? [] : [`Fix: ${fix}`])];
  const text = lines.map(printable).join('\n');
  if (isAtLeast(state, failOn)) return { name, outcome: 'failure', type: state, message: evidence, text };
  return state === 'unknown' ? { name, outcome: 'skipped', message: evidence } : { name, outcome: 'passed', text };
}

function caseText({ name, outcome, type, message, text }: TestCase, classname: string, time: string): string {
  const start = `    <testcase${attributes({ name, classname, time })}`;
  if (outcome === 'passed' && text === undefined) return `${start}/>`;
  const tag = outcome === 'passed' ? 'system-out' : outcome;
  const said = { ...(message === undefined ? {} : { message }), ...(type === undefined ? {} : { type }) };
  const inside = text === undefined ? '/>' : `>${escaped(text)}</${tag}>`;
  return [`${start}>`, `      <${tag}${attributes(said)}${inside}`, '    </testcase>'].join('\n');
}

const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(printable(String(value)))}"`)
    .join('');

/** XML for a text without characters that XML cannot hold. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
