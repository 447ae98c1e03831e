import { expect, it } from 'vitest';
import { reachWords } from './reach.tsx';
import { sslAnswer } from './testing/ssl-answer.ts';

const [client] = sslAnswer().clients;
if (client === undefined) throw new Error('The answer of the tests has no client');
const named = (name: string, connects: boolean | null) => ({ ...client, client: name, connects });

it.each([
  [[], null],
  [[named('A', true), named('B', true)], 'All 2 clients can connect.'],
  [[named('A', true), named('B', false)], 'Cannot connect: B (1 of 2 clients).'],
  [[named('A', true), named('B', null)], 'No client is known to fail. Not determined for 1.'],
  [['A', 'B', 'C', 'D'].map((name) => named(name, false)), 'Cannot connect: A, B, C and 1 more (4 of 4 clients).'],
  [[named('A', false), named('B', null)], 'Cannot connect: A (1 of 2 clients). Not determined for 1.'],
])('%# says who cannot connect', (clients, words) => {
  expect(reachWords(clients)).toBe(words);
});
