import { expect, it } from 'vitest';
import { shortName } from './distinguished-name.ts';

it.each([
  ['CN=example.com,O=Example Org', 'example.com'],
  ['O=Example CA Inc,C=NL', 'Example CA Inc'],
  ['C=NL,CN=a+OU=b', 'a'],
  ['CN=Example\\, Inc. \\"X\\"', 'Example, Inc. "X"'],
  ['CN=B\\c3\\bccher', 'Bücher'],
  ['O=Evil\\,CN=bank.example', 'Evil,CN=bank.example'],
  ['CN=', 'CN='],
  ['', ''],
  ['1.2.3=#0403', '1.2.3=#0403'],
  ['CN=a\\', 'a'],
])('%j is named %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});
