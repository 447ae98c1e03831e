import { expect, test } from 'vitest';
import { composeReport } from './compose.ts';
import { failureWords } from './read-part.ts';
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
