import { expect, test } from 'vitest';
import { fieldRows } from './field-states.ts';

const finding = (code: string, state: 'note' | 'warn', evidence = '') => ({
  code,
  state,
  about: 'https://example.com/',
  evidence,
  fix: null,
});
const states = (headers: readonly (readonly [string, string])[], ...findings: ReturnType<typeof finding>[]) =>
  fieldRows({ url: 'https://example.com/', headers }, findings).map(({ name, value, state }) => [name, value, state]);

test('a field has the state of its worst finding, and is not judged if nothing looks at it', () => {
  const headers = [
    ['Strict-Transport-Security', 'max-age=1'],
    ['X-Frame-Options', 'DENY'],
    ['Date', 'today'],
  ] as const;
  expect(states(headers, finding('hsts-preload-incomplete', 'note'), finding('hsts-short', 'warn'))).toEqual([
    ['Strict-Transport-Security', 'max-age=1', 'warn'],
    ['X-Frame-Options', 'DENY', 'good'],
    ['Date', 'today', null],
  ]);
});

test('a field that is missed is a row after those that were sent', () => {
  expect(states([['server', 'nginx']], finding('hsts-missing', 'warn'), finding('framing-allowed', 'note'))).toEqual([
    ['server', 'nginx', 'good'],
    ['strict-transport-security', 'Not sent', 'warn'],
    ['x-frame-options', 'Not sent', 'note'],
  ]);
});

test('of several cookies, only the one that the finding names has its state', () => {
  const headers = [
    ['set-cookie', 'a=1; Secure'],
    ['set-cookie', 'bb=1'],
  ] as const;
  const found = finding('cookie-without-secure', 'warn', 'The cookie bb has no Secure.');
  expect(states(headers, found).map(([, , state]) => state)).toEqual(['good', 'warn']);
});

test('HSTS of a page without TLS is not good: browsers ignore it', () => {
  const headers = [['Strict-Transport-Security', 'max-age=31536000']] as const;
  expect(fieldRows({ url: 'http://example.com/', headers }, [])).toMatchObject([
    { state: 'note', words: 'Ignored without TLS' },
  ]);
});
