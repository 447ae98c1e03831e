import { expect, it } from 'vitest';
import { failureText } from './messages.ts';

it('R8.22 R8.23 has a text for any thrown value', () => {
  expect(failureText(new Error('broken'))).toBe('Ping failed: broken');
  expect(failureText(new Error(''))).toBe('Ping failed');
  for (const thrown of ['text', null, undefined, { message: 'no error' }])
    expect(failureText(thrown)).toBe('An unexpected error occurred during ping');
});
