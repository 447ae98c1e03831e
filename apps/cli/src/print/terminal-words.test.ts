import { type AnyTool, reasons, ToolError, tools } from '@sonde/contract';
import { checkQuery } from '@sonde/probes';
import { expect, it } from 'vitest';
import { forTerminal } from './terminal-words.ts';

const OF_THE_WEB = /please (?:enter|try)|sonde server|on this server|query parameter/i;

it.each([
  ['Please enter a valid domain (e.g. example.com)', 'Expected a valid domain (e.g. example.com)'],
  ["'warnDays' must be a whole number", '--warn-days must be a whole number'],
  ['Failed to fetch DNS records. Please try again.', 'Failed to fetch DNS records.'],
  ['The resolver of the Sonde server does not answer.', 'The resolver of this machine does not answer.'],
])('%s', (message, expected) => expect(forTerminal(message)).toBe(expected));

it('no refusal of a query and no reason has words of a page', () => {
  const messages = Object.values<AnyTool>(tools).flatMap(({ id, target }) =>
    ['', ' ', '1.1', 'a b', '..'].flatMap((text) => {
      try {
        checkQuery(id as 'dns', { [target]: text });
        return [];
      } catch (error) {
        return error instanceof ToolError ? [error.message] : [];
      }
    }),
  );
  expect(messages.length).toBeGreaterThan(10);
  const worded = [...messages, ...Object.values(reasons).map(({ meaning }) => meaning)].map(forTerminal);
  expect(worded.filter((text) => OF_THE_WEB.test(text))).toEqual([]);
});
