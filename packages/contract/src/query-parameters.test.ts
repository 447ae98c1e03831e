import { expect, test } from 'vitest';
import { checkParameterNames } from './query-parameters.ts';

const known = ['domain', 'deep'];

test.each([
  [{ domain: 'example.com', type: 'MX' }, 'type', "Unknown parameter 'type'. Known parameters: 'domain', 'deep'."],
  [{ Domain: 'example.com' }, 'Domain', "Unknown parameter 'Domain'. Known parameters: 'domain', 'deep'."],
  [
    { domain: ['a.example', 'b.example'] },
    'domain',
    "'domain' must be given exactly once. Known parameters: 'domain', 'deep'.",
  ],
  [{ ['x'.repeat(5000)]: '1' }, `${'x'.repeat(60)}…`, expect.stringMatching(/^.{1,150}$/)],
  [JSON.parse('{"__proto__":"1"}'), '__proto__', "Unknown parameter '__proto__'. Known parameters: 'domain', 'deep'."],
  [{ constructor: '1' }, 'constructor', expect.stringContaining("Unknown parameter 'constructor'.")],
])('%j is refused, not ignored', (raw, field, message) => {
  expect(() => checkParameterNames(raw, known)).toThrow(
    expect.objectContaining({ code: 'invalid-input', field, message }),
  );
});

test('a parameter that takes a list may be repeated, and no other may', () => {
  const repeated = { domain: 'example.com', type: ['A', 'MX'] };
  expect(() => checkParameterNames(repeated, ['domain', 'type'], ['type'])).not.toThrow();
  expect(() => checkParameterNames(repeated, ['domain', 'type'])).toThrow("'type' must be given exactly once.");
});

test('the error for a call without parameters says that it takes none', () => {
  expect(() => checkParameterNames({ typo: '1' }, [])).toThrow('This call takes no parameters.');
});

test('known parameters are accepted, even if some are omitted', () => {
  expect(() => checkParameterNames({}, known)).not.toThrow();
  expect(() => checkParameterNames({ domain: 'example.com', deep: 'true' }, known)).not.toThrow();
});
