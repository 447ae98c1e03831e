import { expect, test } from 'vitest';
import { mustStapleNotes } from './must-staple.ts';

const STATUS_REQUEST = 5;

test.each([
  ['demanded and not sent', true, false, [], 1],
  ['demanded and sent', true, true, [], 0],
  ['not demanded', false, false, [], 0],
  ['demanded, and not known', true, null, null, 0],
  ['demanded, and never asked for: the server hangs up on the question', true, false, [STATUS_REQUEST], 0],
  ['demanded, with a server that hangs up on something else', true, false, [16], 1],
])('%s', (_, requiresStaple, ocspStapled, intolerances, count) => {
  expect(mustStapleNotes({ certificates: { requiresStaple }, ocspStapled, intolerances })).toHaveLength(count);
});
