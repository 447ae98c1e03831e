import { expect, it } from 'vitest';
import { AskError, type AskStage } from '../../browser/api/ask-error.ts';
import { clientTexts, failureTexts } from './failure-texts.ts';

const failed = (stage: AskStage, serverMessage?: string) =>
  new AskError('x', {
    code: 'ERR_BAD_RESPONSE',
    stage,
    status: null,
    ...(serverMessage !== undefined && { serverMessage }),
  });

it('is the server’s message, whatever the tool has of its own', () => {
  const text = failureTexts({ fallback: 'failed', at: { envelope: 'no reason given' } });
  expect(text(failed('envelope', 'The port is closed.'))).toBe('The port is closed.');
  expect(text(failed('envelope', ''))).toBe('no reason given');
});

it('is what the tool says of how far the call got, or the client’s own text', () => {
  const text = failureTexts({ fallback: 'failed', at: { ...clientTexts, 'no-data': 'empty' } });
  expect(text(failed('no-data'))).toBe('empty');
  expect(text(failed('unreadable'))).toBe('failed');
  for (const stage of ['no-response', 'status', 'encrypted'] as const)
    expect(text(failed(stage))).toBe('API Request Failed: API Error: x');
});

it('tells other errors in their own words only for tools that have words for what is no error', () => {
  const words = { fallback: 'failed', prefix: 'Ping failed: ', nameless: 'Ping failed', unexpected: 'unexpected' };
  expect(failureTexts({ fallback: 'failed' })(new Error('a bug'))).toBe('failed');
  expect(failureTexts(words)(new Error('broken'))).toBe('Ping failed: broken');
  expect(failureTexts(words)(new Error(''))).toBe('Ping failed');
  expect(failureTexts(words)('thrown')).toBe('unexpected');
});
