import { expect, test } from 'vitest';
import type { FailureCode } from '../failure.ts';
import { composeReport } from './compose.ts';
import { failureWords, hasAnswered } from './read-part.ts';
import type { ReportPart } from './report.ts';

const failure = { kind: 'failure', code: 'unreachable', reason: 'connection-refused', message: 'It is down.' } as const;

test('that the target does not exist is told in the words of its tool alone, and counts as an answer', () => {
  const message = 'gone.test is not registered: the registry has no record of it.';
  const said = { ...failure, code: 'not-found', reason: 'not-registered', message };
  expect(failureWords(said)).toEqual({ lead: null, text: message });
  const outcome = { success: false, message, _data: null, code: 'not-found' } as const;
  const part: ReportPart = { tool: 'whois', outcome };
  expect(composeReport('gone.test', [part]).checks?.[0]).toMatchObject({ state: 'unknown', summary: 'Nothing found' });
});

test('what kept a tool from measuring is told with its cause, once, and without a code', () => {
  expect(failureWords(failure)).toEqual({ lead: 'Not measured.', text: 'It is down. The port is closed.' });
  const text = 'The port is closed. Nothing else is known.';
  expect(failureWords({ ...failure, message: text })).toMatchObject({ text });
  expect(failureWords({ ...failure, reason: 'of-a-newer-server' })).toMatchObject({ text: 'It is down.' });
  expect(failureWords({ ...failure, reason: null })).toMatchObject({ text: 'It is down.' });
});

test.each([
  ['no-address', 'The name has no address.', 'Not measured: the name has no address', 'Not measured.'],
  ['nxdomain', 'The name does not exist.', 'The name does not exist', null],
  ['not-registered', 'a.test is not registered.', 'Not registered', null],
] as const)('a tool that had nothing to measure says why (%s)', (reason, message, summary, lead) => {
  const outcome = { success: false, message, _data: null, code: 'not-found', reason } as const;
  const [check] = composeReport('gone.test', [{ tool: 'ssl', outcome }]).checks ?? [];
  expect(check).toMatchObject({ state: 'unknown', summary });
  expect(failureWords({ ...failure, code: 'not-found', reason, message })).toEqual({ lead, text: message });
  expect(hasAnswered({ tool: 'ssl', outcome })).toBe(lead === null);
});

test('no answer is told only of what was asked', () => {
  const summaryOf = (code: FailureCode) =>
    composeReport('a.test', [{ tool: 'ssl', outcome: { success: false, message: 'No.', _data: null, code } }])
      .checks?.[0];
  expect(summaryOf('timeout')?.summary).toBe('No answer');
  expect(summaryOf('refused-target')?.summary).toBe('Not measured');
  expect(summaryOf('busy')?.summary).toBe('Not measured');
});
