import { expect, it } from 'vitest';
import { keptLookup, keptPath } from './kept-lookup.ts';

const lookup = { list: 'one', target: 'mail.example.com:465', tool: 'ssl' };

it('the address of a kept answer names its lookup, of a place as well', () => {
  const read = (one: typeof lookup & { readonly place?: string }) =>
    keptLookup(new URL(keptPath(one), 'https://sonde.test').search);
  expect(read(lookup)).toEqual(lookup);
  expect(read({ ...lookup, place: 'fra' })).toEqual({ ...lookup, place: 'fra' });
});

it('other addresses name none', () => {
  expect(['', '?list=one&tool=ssl', '?list=&tool=ssl&target=a.example', '?target=a.example'].map(keptLookup)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
