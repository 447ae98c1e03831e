import { reasons, ssl } from '@sonde/contract';
import { expect, it } from 'vitest';
import { AskError } from '../../browser/api/ask-error.ts';
import { failureHint, failureText, gapSentence, partialSentence } from './messages.ts';

const ofServer = (serverMessage: string, failure?: ConstructorParameters<typeof AskError>[1]['failure']) =>
  new AskError(serverMessage, {
    code: 'ERR_BAD_RESPONSE',
    stage: 'envelope',
    status: 502,
    serverMessage,
    ...(failure && { failure }),
  });

it('R8.14 is the server’s message, or the fallback for an empty message, missing data or a foreign error', () => {
  expect(failureText(ofServer('The port is closed.'))).toBe('The port is closed.');
  const fallback = 'Failed to fetch SSL information';
  expect(failureText(ofServer(''))).toBe(fallback);
  for (const stage of ['no-data', 'unreadable'] as const) {
    expect(failureText(new AskError('x', { code: 'ERR_BAD_RESPONSE', stage, status: 200 }))).toBe(fallback);
  }
  expect(failureText(new Error('a bug'))).toBe(fallback);
});

it('has a hint for every reason of a failed check except the operator’s refusal', () => {
  const hints = ssl.reasons
    .filter((reason) => reason !== 'denied')
    .map((reason) => failureHint(ofServer('x', { code: reasons[reason].code, reason })));
  expect(hints).not.toContain(null);
  expect(new Set(hints).size).toBe(hints.length);
  expect(failureHint(ofServer('x'))).toBeNull();
});

it('names what is missing from an answer', () => {
  expect(partialSentence({ partial: false, partialReason: null })).toBeNull();
  expect(partialSentence({ partial: true, partialReason: null })).toMatch(/^Incomplete: /);
  const reasonsOfParts = [
    'limited_by_server',
    'long_hellos_unanswered',
    'connection_limit',
    'byte_limit',
    'time_limit',
    'address_limit',
  ] as const;
  const said = reasonsOfParts.map((partialReason) => partialSentence({ partial: true, partialReason }));
  expect(new Set(said).size).toBe(reasonsOfParts.length);
  expect(gapSentence([])).toBeNull();
  expect(
    gapSentence([
      { part: 'groups', code: 'timeout' },
      { part: 'groups', code: 'unreachable' },
    ]),
  ).toBe('Not known: groups.');
});
