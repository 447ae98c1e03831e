import { expect, it } from 'vitest';
import { meaningOf } from './type-meanings.ts';

it('describes the usual types and no others', () => {
  expect(meaningOf('MX')).toContain('mail');
  expect(meaningOf('TYPE65280')).toBeUndefined();
  expect(meaningOf('constructor')).toBeUndefined();
});
