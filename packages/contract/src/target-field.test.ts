import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { targetField } from './target-field.ts';

const query = z.object({ mac: targetField('mac', ['mac-address']) });

test('a target is converted to canonical form', () => {
  expect(query.parse({ mac: ' 00-1B-44-11-3A-B7 ' })).toEqual({ mac: '00:1b:44:11:3a:b7' });
});

test.each([
  [{}, 'Please enter a MAC address'],
  [{ mac: ' ' }, 'Please enter a MAC address'],
  [{ mac: 'example.com' }, 'Please enter a MAC address (e.g. 00:00:5e:00:53:01)'],
  [{ mac: ['a', 'b'] }, "'mac' must be given exactly once."],
])('%j is refused with a text fit for a visitor', (raw, message) => {
  expect(query.safeParse(raw).error?.issues[0]?.message).toBe(message);
});
