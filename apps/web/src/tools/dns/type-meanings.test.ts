import { expect, it } from 'vitest';
import { meaningOf } from './type-meanings.ts';

it('knows what the usual types are for, and nothing of what is no type', () => {
  expect(meaningOf('MX')).toContain('mail');
  expect(meaningOf('TYPE65280')).toBeUndefined();
  expect(meaningOf('constructor')).toBeUndefined();
});
