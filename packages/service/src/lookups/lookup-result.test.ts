import { ToolError } from '@sonde/contract';
import { expect, it } from 'vitest';
import { answerDataOf, answerResult, failureResult } from './lookup-result.ts';

it.each([
  ['of an answer', { records: [{ type: 'A', value: '192.0.2.1' }], gaps: [] }],
  ['without members', {}],
  ['with texts that look like an envelope', { text: '{"success":true,"message":"OK","_data":null}', last: '}"}' }],
])('the text of the data %s is the same data', (_what, data) => {
  expect(JSON.parse(answerDataOf(answerResult(data)))).toEqual(data);
});

it('a failure has no data', () => {
  const { body, code } = failureResult(new ToolError('timeout', 'It took too long.'));
  expect([code, JSON.parse(body)]).toMatchObject(['timeout', { success: false, _data: null }]);
});
