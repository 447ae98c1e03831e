import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answerEnvelope, FailureEnvelope, failureEnvelope, Gap } from './envelope.ts';
import { ToolError } from './failure.ts';

test('R3.4 an answer is success, message and _data', () => {
  expect(answerEnvelope({ domain: 'example.com' })).toEqual({
    success: true,
    message: 'OK',
    _data: { domain: 'example.com' },
  });
});

test('R3.4 a failure has the same three fields, a code, and the reason where one is known', () => {
  const error = new ToolError('not-found', 'No DNS records found for this domain', { reason: 'nxdomain' });
  expect(failureEnvelope(error)).toEqual({
    success: false,
    message: 'No DNS records found for this domain',
    _data: null,
    code: 'not-found',
    reason: 'nxdomain',
  });
  expect(failureEnvelope(new ToolError('timeout', 'Too late.'))).not.toHaveProperty('reason');
});

test('the text and the cause of an internal failure are not disclosed', () => {
  const error = new ToolError('internal', 'cannot read /etc/shadow', { cause: new Error('secret') });
  const text = JSON.stringify(failureEnvelope(error));
  expect(text).not.toMatch(/shadow|secret/);
  expect(text).toContain('Something went wrong in Sonde.');
});

test('every failure envelope matches its schema, and one with an unknown code does not', () => {
  const envelope = failureEnvelope(new ToolError('timeout', 'Too late.', { reason: 'timeout' }));
  expect(FailureEnvelope.parse(envelope)).toEqual(envelope);
  expect(FailureEnvelope.safeParse({ ...envelope, code: 'teapot' }).success).toBe(false);
  expect(Gap.safeParse({ part: 'MX', code: 'teapot' }).success).toBe(false);
});

test('R3.4 R8.11 the documented example of a failure is what the API sends', () => {
  const { properties = {} } = z.toJSONSchema(FailureEnvelope);
  const examples = Object.entries(properties).map(([name, one]) => [
    name,
    typeof one === 'object' && one.examples?.[0],
  ]);
  const { message, code, reason } = Object.fromEntries(examples);
  expect({ message, code, reason }).toEqual({
    message: 'No DNS records found for this domain',
    code: 'not-found',
    reason: 'nxdomain',
  });
});
